/* Runs the motion of a soft body from a bundle: all that a program in another language needs, in plain C99.

       cc -O2 -std=c99 -Wall -Wextra -o bundle bundle.c $(pkg-config --cflags --libs hdf5) -lm
       ./bundle beam.softrein lqr 58  0 0 2  20 25 > states.txt

   The second line pushes vertex 58 with (0, 0, 2) N from step 20 up to, not including, step 25. Without a
   push leave the numbers out. Controllers: lqr (the default), p, pd, spd, timed, none. Standard output gets
   the reduced states, T + 1 lines of 2r numbers; standard error where that vertex ends, and what a step took.

   The format and every formula stand in docs/bundle.md. How little is needed: the body and its control, from
   `multiply` to `place_vertices`, are some 130 lines, allocate nothing, and use nothing but the C library's
   sqrt, fmin and fmax. The rest reads the file, once, and trusts nothing in it; HDF5 serves that alone.
   Left out: fluids, newton_iterations above 1, the checksum, pushes on a patch, skins.

   Debian and Ubuntu: apt-get install gcc libc6-dev pkg-config libhdf5-dev
   Twice as quick: -O3 -march=native -fassociative-math -fno-signed-zeros -fno-trapping-math (not -ffast-math,
   which takes for granted that all numbers are finite, and so removes the checks for it) */

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FINEST = 64, MOST = 512, LARGEST = 1 << 28 }; /* parts of a step; r; entries of an array */
enum { REAL, WHOLE, BYTE };                          /* what an array holds */

typedef struct {
    long r, s, n, T, L, vertices, dofs; /* docs/bundle.md: Sizes */
    double dt, alpha, beta;
    double *panels, *standing, *vectors, *rest, *states, *feedforward, *actuators, *limits;
    double *gains, *added; /* (gain_count, s, n), and for stable PD (gain_count, r, r) */
    long gain_count;
    int ahead; /* whether the gains act on the state at the end of the step: stable PD */
    long long *free;
    double *monomials, *product, *stiffness, *force, *middle; /* work: L, L, r x r, r, r */
    double *deviation, *next, *control, *load, *pulled;       /* work: n, n, s, r, r */
} Body;

static const char *path;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "bundle: %s: %s%s\n", path, what, why);
    exit(2);
}

/* --- reading: each shape is checked against the sizes found so far; -1 is a size not known yet --- */

static void *read_array(hid_t file, const char *name, int kind, int axes, long *shape) {
    static const size_t sizes[] = {sizeof(double), sizeof(long long), 1};
    const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_LLONG, H5T_NATIVE_UCHAR};
    hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
    if (data < 0) fail("has no data set ", name);
    hid_t space = H5Dget_space(data), stored = H5Dget_type(data);
    hsize_t extent[3], count = 1;
    if (H5Sget_simple_extent_ndims(space) != axes) fail("wrong number of axes: ", name);
    H5Sget_simple_extent_dims(space, extent, NULL);
    for (int axis = 0; axis < axes; axis++) {
        if (extent[axis] > LARGEST || (count *= extent[axis]) > LARGEST) fail("too large: ", name);
        if (shape[axis] >= 0 && (hsize_t)shape[axis] != extent[axis]) fail("does not fit: ", name);
        shape[axis] = (long)extent[axis];
    }
    if (H5Dget_storage_size(data) != count * H5Tget_size(stored)) fail("not wholly stored: ", name);
    void *array = calloc(count + 1, sizes[kind]); /* one more: text ends with a zero */
    if (!array) fail("no memory for ", name);
    if (count && H5Dread(data, types[kind], H5S_ALL, H5S_ALL, H5P_DEFAULT, array) < 0)
        fail("cannot be read: ", name);
    for (hsize_t i = 0; kind == REAL && i < count; i++) /* limits may be infinite, nothing else */
        if (isnan(((double *)array)[i]) || (isinf(((double *)array)[i]) && strcmp(name, "limits")))
            fail("not a finite number: ", name);
    H5Tclose(stored), H5Sclose(space), H5Dclose(data);
    return array;
}

static double *reals(hid_t file, const char *name, long rows, long columns) {
    return read_array(file, name, REAL, columns ? 2 : 1, (long[]){rows, columns});
}

static void check_version(hid_t file) {
    int version = 0;
    hid_t attribute = H5Aopen(file, "version", H5P_DEFAULT);
    if (attribute < 0) fail("an HDF5 file, but not a bundle", "");
    hid_t space = H5Aget_space(attribute);
    if (H5Sget_simple_extent_npoints(space) != 1 || H5Aread(attribute, H5T_NATIVE_INT, &version) < 0)
        fail("its version cannot be read", "");
    if (version < 2 || version > 4) fail("this program reads the versions 2 to 4 only", "");
    H5Sclose(space), H5Aclose(attribute);
}

/* A number of the header, which is one JSON object: the value behind a key, not of an object inside it. */
static double setting(const char *json, const char *key) {
    int depth = 0;
    for (; *json; json++) {
        depth += (*json == '{' || *json == '[') - (*json == '}' || *json == ']');
        if (*json != '"') continue;
        const char *start = ++json;
        while (*json && *json != '"') json += json[0] == '\\' && json[1] ? 2 : 1;
        if (!*json) break;
        const char *colon = json + 1 + strspn(json + 1, " \n\t");
        int same = (size_t)(json - start) == strlen(key) && !strncmp(start, key, strlen(key));
        if (same && depth == 1 && *colon == ':') return strtod(colon + 1, NULL);
    }
    fail("the header lacks ", key);
    return 0;
}

static double *work(long count) {
    double *array = calloc((size_t)count, sizeof(double));
    if (!array) fail("no memory", "");
    return array;
}

/* What stable PD adds to the matrix of a step: h^2/2 Kp + h Kd, with B gains = -[Kp, Kd]. */
static void join_gains(Body *b) {
    b->added = work(b->gain_count * b->r * b->r);
    for (long g = 0; g < b->gain_count; g++)
        for (long i = 0; i < b->r; i++)
            for (long j = 0; j < b->r; j++)
                for (long c = 0; c < b->s; c++) {
                    const double *gain = b->gains + (g * b->s + c) * b->n;
                    double both = b->dt * gain[j] + 2 * gain[b->r + j];
                    b->added[(g * b->r + i) * b->r + j] -= b->dt / 2 * b->actuators[i * b->s + c] * both;
                }
}

static void load(Body *b, const char *controller) {
    int none = !strcmp(controller, "none");
    long shape[3] = {-1, -1, -1};
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* we report errors ourselves */
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) fail("no such file, not HDF5, or cut short", "");
    check_version(file);
    char *header = read_array(file, "header", BYTE, 1, shape);
    b->dt = setting(header, "dt");
    if (!(b->dt > 0 && isfinite(b->dt))) fail("the time step must be positive", "");

    shape[0] = -1;
    b->standing = read_array(file, "model/standing", REAL, 1, shape); /* a fluid's bundle ends here */
    if (setting(header, "newton_iterations") != 1) fail("newton_iterations must be 1 for this program", "");
    free(header);
    b->r = shape[0], b->n = 2 * b->r;
    if (b->r < 1 || b->r > MOST) fail("too many or no coordinates", "");
    b->L = (1 + b->r + b->r * (b->r + 1) / 2 + 7) / 8 * 8;
    b->panels = reals(file, "model/panels", b->L * (b->L + 8) / 2, 0);
    double *damping = reals(file, "model/damping", 2, 0);
    b->alpha = damping[0], b->beta = damping[1], free(damping);

    shape[0] = b->r, shape[1] = -1;
    b->actuators = read_array(file, "actuators", REAL, 2, shape), b->s = shape[1];
    b->limits = reals(file, "limits", b->s, 0);
    shape[0] = -1, shape[1] = b->r; /* "none" is left to the control of the full simulation, projected */
    b->feedforward = read_array(file, none ? "uncontrolled" : "track/feedforward", REAL, 2, shape);
    b->T = shape[0];
    b->states = reals(file, "track/states", b->T + 1, b->n);

    char name[64] = "gains/";
    shape[0] = -1, shape[1] = b->s, shape[2] = b->n;
    if (!none) {
        b->gains = read_array(file, strncat(name, controller, 50), REAL, 3, shape), b->gain_count = shape[0];
        if (b->gain_count != 1 && b->gain_count != b->T) fail("neither one matrix nor one a step: ", name);
    }
    b->ahead = !strcmp(controller, "spd");
    if (b->ahead) join_gains(b);

    shape[0] = -1, shape[1] = 3;
    b->rest = read_array(file, "vertices", REAL, 2, shape), b->vertices = shape[0];
    shape[0] = -1;
    b->free = read_array(file, "free", WHOLE, 1, shape), b->dofs = shape[0];
    for (long i = 0; i < b->dofs; i++)
        if (b->free[i] < 0 || b->free[i] >= 3 * b->vertices) fail("an index is out of range: ", "free");
    b->vectors = reals(file, "vectors", b->dofs, b->r);
    H5Fclose(file);

    b->monomials = work(b->L), b->product = work(b->L), b->stiffness = work(b->r * b->r);
    b->force = work(b->r), b->middle = work(b->r), b->load = work(b->r), b->pulled = work(b->r);
    b->deviation = work(b->n), b->next = work(b->n), b->control = work(b->s + 1);
}

/* --- the body: elastic force and stiffness, and one step --- */

/* product = M monomials, with the lower triangle of the symmetric M in panels of eight rows. */
static void multiply(const Body *b) {
    const double *restrict a = b->panels, *restrict x = b->monomials;
    double *restrict y = b->product;
    for (long first = 0; first < b->L; first += 8) {
        long w = first + 8;
        const double *c = x + first;
        double s[8] = {0};
        for (long j = first; j < w; j++) y[j] = 0;
        for (long j = 0; j < w; j++) { /* the rows times x, and the columns times x[first ... first + 7] */
            const double *e = a + j;
            s[0] += e[0 * w] * x[j], s[1] += e[1 * w] * x[j], s[2] += e[2 * w] * x[j];
            s[3] += e[3 * w] * x[j], s[4] += e[4 * w] * x[j], s[5] += e[5 * w] * x[j];
            s[6] += e[6 * w] * x[j], s[7] += e[7 * w] * x[j];
            y[j] += e[0] * c[0] + e[w] * c[1] + e[2 * w] * c[2] + e[3 * w] * c[3] + e[4 * w] * c[4] +
                    e[5 * w] * c[5] + e[6 * w] * c[6] + e[7 * w] * c[7];
        }
        memcpy(y + first, s, sizeof s); /* here both were added up: the rows alone are what is wanted */
        a += 8 * w;
    }
}

/* f(p) into force, the upper triangle of K(p) into stiffness. */
static void evaluate(const Body *b, const double *p) {
    long r = b->r, at = 0;
    b->monomials[at++] = 1;
    for (long i = 0; i < r; i++) b->monomials[at++] = p[i];
    for (long i = 0; i < r; i++)
        for (long j = i; j < r; j++) b->monomials[at++] = p[i] * p[j];
    multiply(b); /* the entries past `at`, up to L, stay zero */
    at = 1 + r;
    for (long i = 0; i < r; i++) b->force[i] = b->product[1 + i] / 6;
    for (long i = 0; i < r; i++)
        for (long j = i; j < r; j++, at++) {
            double k = b->stiffness[i * r + j] = i == j ? b->product[at] : b->product[at] / 2;
            b->force[i] += k * p[j] / 3;
            if (i != j) b->force[j] += k * p[i] / 3;
        }
}

/* Solves A x = b in place by Cholesky's A = U^T U, upper triangle; 0 where A is not positive definite. */
static int solve(double *a, double *x, long r) {
    for (long k = 0; k < r; k++) {
        double *row = a + k * r;
        if (!(row[k] > 0)) return 0; /* NaN, too, ends here */
        double inverse = 1 / sqrt(row[k]);
        for (long j = k; j < r; j++) row[j] *= inverse;
        x[k] *= inverse;
        for (long i = k + 1; i < r; i++) {
            for (long j = i; j < r; j++) a[i * r + j] -= row[i] * row[j];
            x[i] -= row[i] * x[k];
        }
    }
    for (long i = r - 1; i >= 0; i--) {
        for (long j = i + 1; j < r; j++) x[i] -= a[i * r + j] * x[j];
        x[i] /= a[i * r + i];
    }
    return 1;
}

/* The linearly implicit step of length h from z = (p, v) under w, into `out` (may be z):
   (S + added) v_mid = v + h/2 (w + standing - f(p)),  p' = p + h v_mid,  v' = 2 v_mid - v.
   1 if all is well, 0 where the matrix is not positive definite, -1 where the state would not be finite. */
static int attempt(const Body *b, const double *z, const double *w, const double *added, double h,
                   double *out) {
    long r = b->r;
    double half = h / 2, scale = half * b->beta + half * half, size = 0, *m = b->middle;
    evaluate(b, z);
    for (long i = 0; i < r; i++) {
        m[i] = z[r + i] + half * (w[i] + b->standing[i] - b->force[i]), size += m[i] * m[i];
        for (long j = i; j < r; j++)
            b->stiffness[i * r + j] = scale * b->stiffness[i * r + j] + (added ? added[i * r + j] : 0);
        b->stiffness[i * r + i] += 1 + half * b->alpha;
    }
    if (!isfinite(size)) return -1;
    if (!solve(b->stiffness, m, r)) return 0;
    for (long i = 0; i < r; i++) size += m[i] * m[i];
    if (!isfinite(size)) return -1;
    for (long i = 0; i < r; i++) out[i] = z[i] + h * m[i], out[r + i] = 2 * m[i] - z[r + i];
    return 1;
}

/* A time step in place, in halves where need be; 0 where it fails even so. */
static int step(const Body *b, double *z, const double *w) {
    for (int done = 0, part = FINEST; done < FINEST;) {
        int outcome = attempt(b, z, w, NULL, b->dt * part / FINEST, z);
        if (outcome == 1) done += part, part = done & -done;
        else if (outcome < 0 || (part /= 2) == 0) return 0;
    }
    return 1;
}

/* --- the control, w_fb = K_k deviation, and the loop --- */

static void feedback(const Body *b, long k) {
    const double *gain = b->gains + (b->gain_count == 1 ? 0 : k * b->s * b->n);
    for (long c = 0; c < b->s; c++, gain += b->n) {
        b->control[c] = 0;
        for (long j = 0; j < b->n; j++) b->control[c] += gain[j] * b->deviation[j];
    }
}

static void add_control(const Body *b, double *w) {
    for (long i = 0; i < b->r; i++)
        for (long c = 0; c < b->s; c++) w[i] += b->actuators[i * b->s + c] * b->control[c];
}

/* Stable PD: the feedback on the state at the end of the step, foreseen with the gains in its matrix, into
   `next`; whether it could be foreseen. If not, there is no feedback: softrein halves the step, gains and all. */
static int look_ahead(const Body *b, long k, const double *z) {
    const double *target = b->states + (k + 1) * b->n;
    const double *added = b->added + (b->gain_count == 1 ? 0 : k * b->r * b->r);
    for (long j = 0; j < b->r; j++)
        b->deviation[j] = z[j] - target[j], b->deviation[b->r + j] = -z[b->r + j] - target[b->r + j];
    feedback(b, k);
    memcpy(b->pulled, b->load, (size_t)b->r * sizeof(double));
    add_control(b, b->pulled);
    int foreseen = attempt(b, z, b->pulled, added, b->dt, b->next) == 1;
    for (long j = 0; j < b->n; j++) b->deviation[j] = foreseen ? b->next[j] - target[j] : 0;
    feedback(b, k);
    return foreseen;
}

/* One step of the loop from the state z, in place; `push` (r) is the reduced force that disturbs, or NULL. */
static int control_step(const Body *b, long k, const double *push, double *z) {
    for (long i = 0; i < b->r; i++) b->load[i] = b->feedforward[k * b->r + i] + (push ? push[i] : 0);
    if (b->gains) {
        for (long j = 0; j < b->n; j++) b->deviation[j] = z[j] - b->states[k * b->n + j];
        int known = b->ahead && look_ahead(b, k, z); /* whether `next` is already the end of this step */
        if (!b->ahead) feedback(b, k);
        for (long c = 0; c < b->s; c++) {
            double wanted = b->control[c];
            b->control[c] = fmax(-b->limits[c], fmin(b->limits[c], wanted));
            known = known && b->control[c] == wanted;
        }
        if (known) {
            memcpy(z, b->next, (size_t)b->n * sizeof(double));
            return 1;
        }
        add_control(b, b->load);
    }
    return step(b, z, b->load);
}

/* Where every vertex is: x = X + U p; three coordinates a vertex. */
static void place_vertices(const Body *b, const double *z, double *x) {
    memcpy(x, b->rest, (size_t)(3 * b->vertices) * sizeof(double));
    for (long i = 0; i < b->dofs; i++)
        for (long j = 0; j < b->r; j++) x[b->free[i]] += b->vectors[i * b->r + j] * z[j];
}

int main(int count, char **words) {
    static Body body;
    Body *b = &body;
    double numbers[6] = {-1, 0, 0, 0, 0, 0}; /* vertex, force, first step, last step */
    if (count != 2 && count != 3 && count != 9) {
        fprintf(stderr, "usage: bundle FILE [CONTROLLER [VERTEX FX FY FZ FIRST LAST]]\n");
        return 2;
    }
    path = words[1];
    for (int i = 3; i < count; i++) {
        char *end;
        numbers[i - 3] = strtod(words[i], &end);
        if (end == words[i] || *end || !isfinite(numbers[i - 3])) fail("not a number: ", words[i]);
    }
    load(b, count > 2 ? words[2] : "lqr");
    long vertex = (long)numbers[0];
    if (count == 9 && !(numbers[0] >= 0 && numbers[0] < b->vertices)) fail("no such vertex: ", words[3]);

    double *push = work(b->r), *x = work(3 * b->vertices), *run = work((b->T + 1) * b->n);
    for (long i = 0; i < b->dofs; i++) /* U^T f */
        for (long j = 0; j < b->r && b->free[i] / 3 == vertex; j++)
            push[j] += b->vectors[i * b->r + j] * numbers[1 + b->free[i] % 3];

    memcpy(run, b->states, (size_t)b->n * sizeof(double));
    clock_t start = clock();
    for (long k = 0; k < b->T; k++) {
        double *z = run + (k + 1) * b->n;
        memcpy(z, z - b->n, (size_t)b->n * sizeof(double));
        if (!control_step(b, k, k >= numbers[4] && k < numbers[5] ? push : NULL, z))
            fail("a step did not give a finite state: the push is too strong", "");
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    for (long i = 0; i < (b->T + 1) * b->n; i++) printf("%.17g%c", run[i], (i + 1) % b->n ? ' ' : '\n');
    place_vertices(b, run + b->T * b->n, x);
    const double *at = x + 3 * (vertex < 0 ? 0 : vertex);
    if (vertex >= 0) fprintf(stderr, "vertex %ld ends at %.9g %.9g %.9g m\n", vertex, at[0], at[1], at[2]);
    fprintf(stderr, "%ld steps, %.3g us each\n", b->T, 1e6 * seconds / (double)(b->T ? b->T : 1));
    return 0;
}
