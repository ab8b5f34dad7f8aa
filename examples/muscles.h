/* Cables and chambers by docs/bundle.md: what a body moves itself by; a part of bundle.c. */

#define SLACK 1e-9 /* of a cable's length: so little below 0 its stretch is 0, and it counts as taut */

typedef struct Muscles {
    long cables, chambers, points;
    double *rest, *modes, *springs, *volumes, *slopes, *curvatures, *cubics;
    long long *begins;
    double *place, *gradient, *pull, *stiffness; /* (points, 3), (r), (r), (r, r): work space */
    double *lengths;                             /* of cables at rest */
} Muscles;

/* x of every point at p; NULL: at rest. */
static void place_points(const Muscles *m, const double *p, long r) {
    for (long i = 0; i < 3 * m->points; i++) {
        m->place[i] = m->rest[i];
        for (long j = 0; p && j < r; j++) m->place[i] += m->modes[i * r + j] * p[j];
    }
}

/* e between the points k and k + 1, as a unit vector n; its length. */
static double segment(const Muscles *m, long k, double *n) {
    double square = 0;
    for (int x = 0; x < 3; x++) n[x] = m->place[3 * k + 3 + x] - m->place[3 * k + x], square += n[x] * n[x];
    for (int x = 0; x < 3; x++) n[x] /= sqrt(square);
    return sqrt(square);
}

static double length_of(const Muscles *m, long cable) {
    double n[3], total = 0;
    for (long k = m->begins[cable]; k + 1 < m->begins[cable + 1]; k++) total += segment(m, k, n);
    return total;
}

static Muscles *load_muscles(hid_t file, long r) {
    static Muscles muscles, *m = &muscles;
    hid_t real = H5T_NATIVE_DOUBLE;
    if (H5Lexists(file, "muscles", H5P_DEFAULT) <= 0) return NULL;
    m->cables = m->chambers = m->points = -1;
    m->rest = read_array(file, "muscles/points", real, &m->points, &(long){3}, NULL);
    m->modes = read_array(file, "muscles/point_modes", real, &m->points, &(long){3}, &r);
    m->springs = read_array(file, "muscles/springs", real, &m->cables, NULL, NULL);
    m->begins = read_array(file, "muscles/cables", H5T_NATIVE_LLONG, &(long){m->cables + 1}, NULL, NULL);
    m->volumes = read_array(file, "muscles/volumes", real, &m->chambers, NULL, NULL);
    m->slopes = read_array(file, "muscles/volume_slopes", real, &m->chambers, &r, NULL);
    m->curvatures = read_array(file, "muscles/volume_curvatures", real, &m->chambers, &r, &r);
    m->cubics = read_array(file, "muscles/volume_cubics", real, &m->chambers, &r, &(long){r * r});
    for (long c = 0; c < m->cables; c++)
        if (m->begins[0] || m->begins[c] + 2 > m->begins[c + 1] || m->begins[c + 1] > m->points)
            fail("wrong points: ", "muscles/cables");
    m->place = zeros(3 * m->points), m->gradient = zeros(r), m->pull = zeros(r), m->stiffness = zeros(r * r);
    m->lengths = zeros(m->cables);
    place_points(m, NULL, r);
    for (long c = 0; c < m->cables; c++) m->lengths[c] = length_of(m, c);
    return m;
}

/* The force at p under what drives the muscles, into `pull`, and the upper triangle of its stiffness; with
   `projected` that of cables alone. */
static void evaluate_muscles(const Muscles *m, const double *p, const double *driven, int projected, long r) {
    double n[3], *g = m->gradient, *G = m->stiffness;
    memset(m->pull, 0, (size_t)r * sizeof *g), memset(G, 0, (size_t)(r * r) * sizeof *G);
    place_points(m, p, r);
    for (long c = 0; c < m->cables; c++) {
        double t = driven[c], spring = m->springs[c];
        if (spring > 0) {
            t += length_of(m, c) - m->lengths[c], spring *= t >= -SLACK * m->lengths[c];
            t = t > 0 ? spring * t : 0;
        }
        memset(g, 0, (size_t)r * sizeof *g);
        for (long k = m->begins[c]; k + 1 < m->begins[c + 1]; k++) {
            double length = segment(m, k, n);
            const double *one = m->modes + 3 * k * r, *other = one + 3 * r;
            for (long i = 0; i < r; i++) {
                double turned[3], along = 0; /* (1 - n n^T) of what moves the segment */
                for (int x = 0; x < 3; x++)
                    turned[x] = other[x * r + i] - one[x * r + i], along += n[x] * turned[x];
                for (int x = 0; x < 3; x++) turned[x] -= n[x] * along;
                g[i] += along;
                for (long j = i; j < r; j++)
                    for (int x = 0; x < 3; x++)
                        G[i * r + j] += t / length * turned[x] * (other[x * r + j] - one[x * r + j]);
            }
        }
        for (long i = 0; i < r; i++) {
            m->pull[i] -= t * g[i];
            for (long j = i; j < r; j++) G[i * r + j] += spring * g[i] * g[j];
        }
    }
    for (long c = 0; c < m->chambers; c++) {
        double pressure = driven[m->cables + c];
        for (long i = 0; i < r; i++) {
            double slope = m->slopes[c * r + i];
            for (long j = 0; j < r; j++) {
                double curvature = m->curvatures[(c * r + i) * r + j], cubic = 0;
                for (long k = 0; k < r; k++) cubic += m->cubics[((c * r + i) * r + j) * r + k] * p[k];
                slope += (curvature + cubic / 2) * p[j];
                if (!projected && j >= i) G[i * r + j] -= pressure * (curvature + cubic);
            }
            m->pull[i] += pressure * slope;
        }
    }
}

static int solve(double *a, double *x, long r);

/* What the motion itself has of each control, of what it has of each input: B^+ where the controls made it,
   else of what drives muscles. */
static void find_own(Body *b, int steered) {
    if (!(b->own = calloc((size_t)(b->s * b->f) + 1, sizeof *b->own))) fail("too large: ", "actuators");
    if (steered && b->s > MOST) fail("too many controls", "");
    for (long i = steered ? 0 : b->r; i < b->f; i++) {
        const double *row = b->actuators + i * b->s;
        for (long c = 0; c < b->s && !steered; c++) b->own[c * b->f + i] = row[c] != 0 ? 1 / row[c] : 0;
        if (!steered) continue;
        memset(b->matrix, 0, (size_t)(b->s * b->s) * sizeof *b->matrix);
        for (long at = 0; at < b->f * b->s * b->s; at++) { /* B^T B */
            const double *other = b->actuators + at / (b->s * b->s) * b->s;
            b->matrix[at % (b->s * b->s)] += other[at / b->s % b->s] * other[at % b->s];
        }
        memcpy(b->middle, row, (size_t)b->s * sizeof *row);
        if (!solve(b->matrix, b->middle, b->s)) fail("controls are not independent: ", "actuators");
        for (long c = 0; c < b->s; c++) b->own[c * b->f + i] = b->middle[c];
    }
}
