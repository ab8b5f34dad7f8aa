/* Runs the motion of a soft body from a bundle, by the format and the formulas of docs/bundle.md, in C99.

       cc -O2 -std=c99 -Wall -Wextra -o bundle bundle.c $(pkg-config --cflags --libs hdf5) -lm
       ./bundle beam.softrein lqr 58  0 0 2  20 25 > states.txt

   pushes vertex 58 with (0, 0, 2) N from step 20 up to, not including, 25. Controllers: lqr (the
   default), p, pd, spd, timed, none. It prints the reduced states, T + 1 lines of 2r numbers, and as
   messages where that vertex ends and what a step took. A step, `solve` to `control_step`, allocates
   nothing; the rest reads the file, trusts nothing in it, and alone needs HDF5. Refused: smoke, contact,
   a handle that moves, sampled elements of law 2 (corotated), and spd where there are muscles. Left out:
   the checksum, skins, all motions but the first, and the search along the line of steps that iterate.
   Debian: apt-get install gcc libc6-dev pkg-config libhdf5-dev. Quicker still: -O3 -march=native
   -fassociative-math -fno-signed-zeros -fno-trapping-math; not -ffast-math: it ignores NaN. */

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* At most: parts of a step, iterations for each that is allowed, entries of an array, r, L. */
enum { FINEST = 64, SLOWER = 3, LARGEST = 1 << 28, MOST = 200 };
enum { LONGEST = 1 + MOST + MOST * (MOST + 1) / 2 + 7 };

typedef struct {
    long r, f, s, n, T, L, g, v, d; /* as in docs/bundle.md, as are the arrays */
    long sides, iterations;         /* 1: limits are magnitudes; at most so many a step */
    double dt, *panels, *standing, *damping, *vectors, *vertices, *states, *feedforward, *actuators, *limits;
    double *correction, *own, *gains, *offset; /* NULL: none; of gains: no control */
    double *run;            /* (T + 1, n): the states that come out */
    struct Elements *elements; struct Muscles *muscles; /* NULL: a polynomial; no muscles */
    long long *free, ahead; /* ahead: the gains act on the state at the end of a step, stable PD */
    double monomials[LONGEST], product[LONGEST], matrix[MOST * MOST], middle[MOST]; /* work space */
    double residual[MOST], change[MOST], place[MOST], start[MOST * MOST], joined[MOST * MOST];
    double load[2 * MOST], pulled[2 * MOST], deviation[2 * MOST], force[MOST], stiffness[MOST * MOST];
} Body;

static const char *subject = "usage"; /* what an error is about; later the file */
static void fail(const char *what, const char *which) {
    fprintf(stderr, "bundle: %s: %s%s\n", subject, what, which);
    exit(2);
}

/* An array of up to three axes. A size of -1 is not known yet, and taken from the file; others must fit. */
static void *read_array(hid_t file, const char *name, hid_t type, long *rows, long *columns, long *layers) {
    long *sizes[] = {rows, columns, layers};
    hsize_t found[H5S_MAX_RANK], count = 1;
    hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
    if (data < 0) fail("has no data set ", name);
    hid_t space = H5Dget_space(data), stored = H5Dget_type(data);
    if (H5Sget_simple_extent_dims(space, found, NULL) != 1 + !!columns + !!layers) fail("wrong axes: ", name);
    for (int axis = 0; axis < 3 && sizes[axis]; axis++) {
        if (found[axis] > LARGEST || (count *= found[axis]) > LARGEST) fail("too large: ", name);
        if (*sizes[axis] < 0) *sizes[axis] = (long)found[axis];
        if (*sizes[axis] != (long)found[axis]) fail("does not fit: ", name);
    }
    if (H5Dget_storage_size(data) != count * H5Tget_size(stored)) fail("not wholly stored: ", name);
    void *array = calloc(count + 1, H5Tget_size(type)); /* one more: text ends with a zero */
    if (!array || H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, array) < 0) fail("unreadable: ", name);
    const double *number = type == H5T_NATIVE_DOUBLE ? array : NULL;
    for (hsize_t i = 0; number && i < count; i++) /* limits may be infinite, nothing else */
        if (isnan(number[i]) || (isinf(number[i]) && strcmp(name, "limits"))) fail("not finite: ", name);
    H5Tclose(stored), H5Sclose(space), H5Dclose(data);
    return array;
}

#include "elastic.h" /* force and stiffness: `evaluate_polynomial`, `evaluate_elements` */
#include "muscles.h" /* what it moves itself by: `evaluate_muscles` */

/* A number of the header, behind a key such as "dt": of the JSON object itself, not of one inside it. */
static double setting(const char *at, const char *key) {
    for (int depth = 0, quoted = 0;; at++) {
        if (!*at) fail("the header lacks ", key);
        if (depth == 1 && !quoted && !strncmp(at, key, strlen(key))) return strtod(at + strlen(key), NULL);
        if (*at == '"') quoted = !quoted;
        else if (*at == '\\' && at[1]) at++; /* the next character is the text's */
        else if (!quoted) depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    }
}

static void load(Body *b, const char *controller) {
    int version = 0, none = !strcmp(controller, "none");
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* we report errors ourselves */
    hid_t file = H5Fopen(subject, H5F_ACC_RDONLY, H5P_DEFAULT), real = H5T_NATIVE_DOUBLE;
    if (file < 0) fail("no such file, not HDF5, or cut short", "");
    hid_t attribute = H5Aopen(file, "version", H5P_DEFAULT), space = H5Aget_space(attribute);
    if (H5Sget_simple_extent_npoints(space) == 1) H5Aread(attribute, H5T_NATIVE_INT, &version);
    if (version < 2 || version > 15) fail("an HDF5 file, but not a bundle of the versions 2 to 15", "");
    if (H5Lexists(file, "way", H5P_DEFAULT) > 0) fail("a handle that moves is not for this example: ", "way");
    if (H5Lexists(file, "contact", H5P_DEFAULT) > 0) fail("to touch is not for this example: ", "contact");
    b->r = b->s = b->T = b->g = b->v = b->d = -1, b->sides = version < 7 ? 1 : 2;
    b->standing = read_array(file, "model/standing", real, &b->r, NULL, NULL); /* smoke has none */
    if (b->r < 1 || b->r > MOST) fail("too many or no coordinates", "");
    char *header = read_array(file, "header", H5T_NATIVE_CHAR, &(long){-1}, NULL, NULL);
    b->dt = setting(header, "\"dt\":");
    if (!(b->dt > 0 && isfinite(b->dt))) fail("the time step must be positive", "");
    b->iterations = (long)setting(header, "\"newton_iterations\":");
    if (b->iterations < 1 || b->iterations > 1000) fail("newton_iterations must be 1 to 1000", "");
    b->n = 2 * b->r, b->L = (1 + b->r + b->r * (b->r + 1) / 2 + 7) / 8 * 8;
    if (strstr(header, "\"elastic\": \"sampled\"")) b->elements = load_elements(file, b->r);
    else if (strstr(header, "\"elastic\":") && !strstr(header, "\"polynomial\"")) fail("unknown elastic", "");
    else b->panels = read_array(file, "model/panels", real, &(long){b->L * (b->L + 8) / 2}, NULL, NULL);
    b->damping = read_array(file, "model/damping", real, &(long){2}, NULL, NULL);
    b->muscles = load_muscles(file, b->r);
    b->f = b->r + (b->muscles ? b->muscles->cables + b->muscles->chambers : 0);
    if (b->f > 2 * MOST) fail("too many muscles", "");
    b->actuators = read_array(file, "actuators", real, &b->f, &b->s, NULL);
    b->limits = read_array(file, "limits", real, &b->s, b->sides == 2 ? &b->sides : NULL, NULL);
    b->feedforward = read_array(file, none ? "uncontrolled" : "track/feedforward", real, &b->T, &b->f, NULL);
    long rows = -1, columns = -1; /* (0, 0) where the model needs no correction */
    if (version > 12) b->correction = read_array(file, "correction", real, &rows, &columns, NULL);
    if (rows <= 0) b->correction = NULL;
    else if (rows != b->T || columns != b->f) fail("does not fit: ", "correction");
    b->states = read_array(file, "track/states", real, &(long){b->T + 1}, &b->n, NULL);
    b->run = read_array(file, "track/states", real, &(long){b->T + 1}, &b->n, NULL); /* starts alike */
    char name[64] = "gains/";
    if (!none) b->gains = read_array(file, strncat(name, controller, 50), real, &b->g, &b->s, &b->n);
    if (!none && b->g != 1 && b->g != b->T) fail("neither one matrix nor one a step: ", name);
    char added[64] = "offsets/"; /* asked for in two steps: the group may be missing, too */
    strncat(added, controller, 50);
    if (!none && H5Lexists(file, "offsets", H5P_DEFAULT) > 0 && H5Lexists(file, added, H5P_DEFAULT) > 0)
        b->offset = read_array(file, added, real, &b->T, &b->s, NULL);
    find_own(b, strstr(header, "\"steered\": true") != NULL);
    b->ahead = !strcmp(controller, "spd");
    if (b->ahead && b->muscles) fail("with muscles this has no ", controller);
    b->vertices = read_array(file, "vertices", real, &b->v, &(long){3}, NULL);
    b->free = read_array(file, "free", H5T_NATIVE_LLONG, &b->d, NULL, NULL);
    b->vectors = read_array(file, "vectors", real, &b->d, &b->r, NULL);
    for (long i = 0; i < b->d; i++)
        if (b->free[i] < 0 || b->free[i] >= 3 * b->v) fail("an index is out of range: ", "free");
    H5Sclose(space), H5Aclose(attribute), H5Fclose(file), free(header);
}

/* Solves A x = b in place: elimination, on the upper triangle of A; 0 where A is not positive definite. */
static int solve(double *a, double *x, long r) {
    for (long k = 0; k < r; k++) {
        const double *row = a + k * r;
        if (!(row[k] > 0)) return 0; /* NaN, too, ends here */
        for (long i = k + 1; i < r; i++) {
            double factor = row[i] / row[k];
            for (long j = i; j < r; j++) a[i * r + j] -= factor * row[j];
            x[i] -= factor * x[k];
        }
    }
    for (long i = r - 1; i >= 0; i--) {
        for (long j = i + 1; j < r; j++) x[i] -= a[i * r + j] * x[j];
        x[i] /= a[i * r + i];
    }
    return 1;
}

/* f and the upper triangle of K at p. */
static void elasticity(Body *b, const double *p, int projected) {
    if (b->elements) evaluate_elements(b->elements, p, b->r, projected, b->force, b->stiffness);
    else evaluate_polynomial(b->panels, b->monomials, b->product, p, b->r, b->L, b->force, b->stiffness);
}

#include "step.h" /* a time step: `step`, and `attempt` with gains in it */

/* w += B w_fb, w_fb = K deviation + k, clamped to `limits` unless these are NULL; whether one was met. */
static int add_feedback(const Body *b, long k, const double *limits, double *w) {
    const double *gain = b->gains + (b->g == 1 ? 0 : k * b->s * b->n);
    int clamped = 0, two = b->sides == 2; /* one: of magnitudes, in older files */
    for (long c = 0; c < b->s; c++, gain += b->n, limits += limits ? b->sides : 0) {
        double wanted = b->offset ? b->offset[k * b->s + c] : 0;
        for (long j = 0; j < b->n; j++) wanted += gain[j] * b->deviation[j];
        double own = 0;
        for (long i = 0, at = k * b->f; i < b->f; i++, at++) /* of w_ff, less what is the model's own */
            own += b->own[c * b->f + i] * (b->feedforward[at] - (b->correction ? b->correction[at] : 0));
        double low = limits ? (two ? *limits : -*limits) - own : wanted;
        double given = limits ? fmax(low, fmin(limits[two] - own, wanted)) : wanted;
        clamped |= given != wanted;
        for (long i = 0; i < b->f; i++) w[i] += b->actuators[i * b->s + c] * given;
    }
    return clamped;
}

/* Step k of the loop, from z to `out`; `push` is the reduced force that disturbs, or NULL. 0: it failed.
   The push does not enter the feedback: no controller is told of it before it has acted. */
static int control_step(Body *b, long k, const double *push, const double *z, double *out) {
    const double *now = b->states + k * b->n, *then = now + b->n, *ff = b->feedforward + k * b->f;
    for (long i = 0; i < b->f; i++) b->load[i] = ff[i] + (push && i < b->r ? push[i] : 0);
    if (!b->gains) return step(b, z, b->load, out);
    for (long j = 0; j < b->n; j++) b->deviation[j] = z[j] - now[j];
    if (b->ahead) { /* foresee the end; where that fails, no feedback (softrein would try halves before) */
        const double *gain = b->gains + (b->g == 1 ? 0 : k * b->s * b->n);
        memcpy(b->pulled, ff, (size_t)b->f * sizeof *ff);
        for (long j = 0; j < b->r; j++)
            b->deviation[j] = z[j] - then[j], b->deviation[b->r + j] = -z[b->r + j] - then[b->r + j];
        add_feedback(b, k, NULL, b->pulled);
        if (attempt(b, z, b->pulled, gain, b->dt, out) != 1) return step(b, z, b->load, out);
        for (long j = 0; j < b->n; j++) b->deviation[j] = out[j] - then[j];
    }
    int clamped = add_feedback(b, k, b->limits, b->load);
    return (b->ahead && !clamped && !push) || step(b, z, b->load, out);
}

int main(int count, char **words) {
    static Body body, *b = &body;
    double numbers[6] = {-1}, push[MOST] = {0}; /* vertex, force, first step, last step */
    char rest;
    if (count != 2 && count != 3 && count != 9) fail("FILE [CONTROLLER [VERTEX FX FY FZ FIRST LAST]]", "");
    subject = words[1];
    for (int i = 3; i < count; i++)
        if (sscanf(words[i], "%lf%c", &numbers[i - 3], &rest) != 1 || !isfinite(numbers[i - 3]))
            fail("not a number: ", words[i]);
    load(b, count > 2 ? words[2] : "lqr");
    if (count == 9 && !(numbers[0] >= 0 && numbers[0] < b->v)) fail("no such vertex: ", words[3]);
    long vertex = (long)numbers[0];
    for (long i = 0; i < b->d; i++) /* U^T f */
        for (long j = 0; j < b->r && b->free[i] / 3 == vertex; j++)
            push[j] += b->vectors[i * b->r + j] * numbers[1 + b->free[i] % 3];
    double *z = b->run;
    clock_t start = clock();
    for (long k = 0; k < b->T; k++, z += b->n)
        if (!control_step(b, k, k >= numbers[4] && k < numbers[5] ? push : NULL, z, z + b->n))
            fail("a step did not give a finite state: the push is too strong", "");
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (long i = 0; i < (b->T + 1) * b->n; i++) printf("%.17g%c", b->run[i], (i + 1) % b->n ? ' ' : '\n');
    for (long i = 0; i < b->d; i++) /* where every vertex ends: x = X + U p */
        for (long j = 0; j < b->r; j++) b->vertices[b->free[i]] += b->vectors[i * b->r + j] * z[j];
    const double *at = b->vertices + (count == 9 ? 3 * vertex : 0);
    if (count == 9) fprintf(stderr, "vertex %ld ends at %.9g %.9g %.9g m\n", vertex, at[0], at[1], at[2]);
    fprintf(stderr, "%ld steps, %.3g us each\n", b->T, 1e6 * seconds / (double)(b->T ? b->T : 1));
    return 0;
}
