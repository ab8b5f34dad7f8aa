/* Elastic force and stiffness by docs/bundle.md, of a polynomial and of sampled elements; a part of bundle.c.
   Left out: the law of number 2, corotated, whose tangent takes the singular values of F. */

/* y = M x, with the lower triangle of the symmetric M (L x L) in panels of eight rows. */
static void multiply(const double *restrict panel, const double *restrict x, double *restrict y, long L) {
    for (long first = 0; first < L; first += 8) {
        long width = first + 8;
        double rows[8] = {0};
        for (long j = 0; j < width; j++)
#pragma GCC unroll 8
            for (int i = 0; i < 8; i++) {
                rows[i] += panel[i * width + j] * x[j];
                y[j] += panel[i * width + j] * x[first + i];
            }
        memcpy(y + first, rows, sizeof rows); /* the square at the diagonal is whole: here rows alone count */
        panel += 8 * width;
    }
}

/* f and the upper triangle of K at p of a polynomial; work space x and y (L), x zero behind the monomials. */
static void evaluate_polynomial(const double *panels, double *x, double *y, const double *p, long r, long L,
                                double *f, double *K) {
    long at = 1 + r, place = at;
    x[0] = 1, memcpy(x + 1, p, (size_t)r * sizeof *p);
    for (long i = 0; i < r; i++)
        for (long j = i; j < r; j++) x[at++] = p[i] * p[j];
    multiply(panels, x, y, L);
    for (long i = 0; i < r; i++) f[i] = y[1 + i] / 6;
    for (long i = 0; i < r; i++)
        for (long j = i; j < r; j++, place++) {
            double k = K[i * r + j] = y[place] / (i == j ? 1 : 2); /* the rest of f is K p / 3 */
            f[i] += k * p[j] / 3;
            if (i != j) f[j] += k * p[i] / 3;
        }
}

typedef struct Elements {
    long m, q, panels, width; /* elements, patches, panels of modes and the modes of one */
    double *gradients, *weights, *lame, *shares, *patch_weights;
    long long *laws, *patches;
    double *mean, *slope; /* (q), (q, r), work space: theta of a patch, and its gradient */
} Elements;

static double *zeros(long count) {
    double *array = calloc((size_t)(count + 1), sizeof *array);
    if (!array) fail("out of memory", "");
    return array;
}

static Elements *load_elements(hid_t file, long r) {
    static Elements elements, *e = &elements;
    hid_t real = H5T_NATIVE_DOUBLE, whole = H5T_NATIVE_LLONG;
    e->m = e->q = e->panels = e->width = -1;
    e->weights = read_array(file, "model/weights", real, &e->m, NULL, NULL);
    e->gradients = read_array(file, "model/gradients", real, &e->panels, &(long){9 * e->m}, &e->width);
    if (e->m < 1 || e->width < 1 || e->panels != (r + e->width - 1) / e->width) fail("wrong panels", "");
    e->lame = read_array(file, "model/lame", real, &e->m, &(long){2}, NULL);
    e->laws = read_array(file, "model/laws", whole, &e->m, NULL, NULL);
    e->patches = read_array(file, "model/patches", whole, &e->m, NULL, NULL);
    e->shares = read_array(file, "model/shares", real, &e->m, NULL, NULL);
    e->patch_weights = read_array(file, "model/patch_weights", real, &e->q, NULL, NULL);
    for (long i = 0; i < e->m; i++) {
        if (e->laws[i] < 0 || e->laws[i] > 1) fail("a law that is not known here: ", "model/laws");
        if (e->patches[i] < -2 || e->patches[i] >= e->q) fail("an index is out of range: ", "model/patches");
        if (e->weights[i] < 0 || e->shares[i] < 0) fail("a weight is negative: ", "model");
    }
    e->mean = zeros(e->q), e->slope = zeros(e->q * r);
    return e;
}

/* C = dJ/dF, the cofactors of F. */
static void cofactors(const double *F, double *C) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            C[3 * i + j] = F[3 * a + c] * F[3 * b + d] - F[3 * a + d] * F[3 * b + c];
        }
}

/* theta, and in T (9) its gradient by F. */
static double volume(long long law, const double *F, double *T) {
    double theta = 0;
    if (law == 0) { /* St. Venant-Kirchhoff: tr E */
        for (int i = 0; i < 9; i++) theta += F[i] * F[i] / 2, T[i] = F[i];
        return theta - 1.5;
    }
    cofactors(F, T); /* neo-Hookean: J - 1 */
    return F[0] * T[0] + F[1] * T[1] + F[2] * T[2] - 1;
}

/* P (9) and D (9, 9) at F, for a pressure psi' and a modulus psi''; shapes take mu alone. */
static void law_at(long long law, const double *F, double mu, double p, double modulus, double *P, double *D)
{
    if (law == 0) { /* S = 2 mu E + p 1,  P = F S */
        double S[9], FF[9];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double c = 0, b = 0;
                for (int k = 0; k < 9; k += 3) c += F[k + i] * F[k + j];
                for (int k = 0; k < 3; k++) b += F[3 * i + k] * F[3 * j + k];
                S[3 * i + j] = mu * (c - (i == j)) + p * (i == j), FF[3 * i + j] = mu * b;
            }
        for (int a = 0; a < 9; a++) {
            int i = a / 3, j = a % 3;
            P[a] = F[3 * i] * S[j] + F[3 * i + 1] * S[3 + j] + F[3 * i + 2] * S[6 + j];
            for (int b = 0; b < 9; b++) {
                int k = b / 3, l = b % 3;
                D[9 * a + b] = mu * F[3 * i + l] * F[3 * k + j] + modulus * F[a] * F[b];
                D[9 * a + b] += (i == k ? S[3 * j + l] : 0) + (j == l ? FF[3 * i + k] : 0);
            }
        }
        return;
    }
    double C[9], m = 4 * mu / 3, above = 1, factor; /* stable neo-Hookean; above = F:F + 1 */
    cofactors(F, C);
    factor = p + 5 * m / 8 * (F[0] * C[0] + F[1] * C[1] + F[2] * C[2] - 1) - 0.75 * m;
    modulus += 5 * m / 8;
    for (int a = 0; a < 9; a++) above += F[a] * F[a];
    for (int a = 0; a < 9; a++) {
        P[a] = m * (1 - 1 / above) * F[a] + factor * C[a];
        for (int b = 0; b < 9; b++) {
            int i = a / 3, j = a % 3, k = b / 3, l = b % 3;
            D[9 * a + b] = 2 * m / (above * above) * F[a] * F[b] + modulus * C[a] * C[b];
            if (a == b) D[9 * a + b] += m - m / above;
            if (i != k && j != l) { /* dC_ij/dF_kl: the entry in the row and column that are left, signed */
                int sign = ((k - i + 3) % 3 == 1) == ((l - j + 3) % 3 == 1) ? 1 : -1;
                D[9 * a + b] += factor * sign * F[3 * (3 - i - k) + 3 - j - l];
            }
        }
    }
}

/* The nearest positive semidefinite matrix to D (9, 9), by Jacobi's rotations. */
static void make_positive(double *D) {
    double V[81] = {0}, A[81], size = 0;
    memcpy(A, D, sizeof A);
    for (int i = 0; i < 81; i++) size += A[i] * A[i];
    for (int i = 0; i < 9; i++) V[10 * i] = 1;
    for (int sweep = 0; sweep < 30; sweep++) {
        double off = 0;
        for (int p = 0; p < 9; p++)
            for (int q = p + 1; q < 9; q++) {
                double pq = A[9 * p + q], half = (A[10 * q] - A[10 * p]) / 2, t, c, s;
                off += pq * pq;
                if (pq == 0) continue;
                t = pq / (half >= 0 ? half + hypot(half, pq) : half - hypot(half, pq));
                c = 1 / sqrt(1 + t * t), s = t * c;
                for (int k = 0; k < 9; k++) { /* columns, then rows */
                    double x = A[9 * k + p], y = A[9 * k + q], v = V[9 * k + p], w = V[9 * k + q];
                    A[9 * k + p] = c * x - s * y, A[9 * k + q] = s * x + c * y;
                    V[9 * k + p] = c * v - s * w, V[9 * k + q] = s * v + c * w;
                }
                for (int k = 0; k < 9; k++) {
                    double x = A[9 * p + k], y = A[9 * q + k];
                    A[9 * p + k] = c * x - s * y, A[9 * q + k] = s * x + c * y;
                }
            }
        if (off <= 1e-32 * size) break;
    }
    memset(D, 0, 81 * sizeof *D);
    for (int k = 0; k < 9; k++)
        for (int i = 0; i < 81 && A[10 * k] > 0; i++) D[i] += A[10 * k] * V[i / 9 * 9 + k] * V[i % 9 * 9 + k];
}

/* B of an element (9, r), and F there. */
static void deform(const Elements *e, long at, const double *p, long r, double B[9][MOST], double *F) {
    for (int c = 0; c < 9; c++) {
        F[c] = c % 4 == 0;
        for (long i = 0; i < r; i++) {
            B[c][i] = e->gradients[(i / e->width * 9 * e->m + 9 * at + c) * e->width + i % e->width];
            F[c] += B[c][i] * p[i];
        }
    }
}

/* f (r) and the upper triangle of K (r, r) at p; `projected`: with each element's part made positive. */
static void evaluate_elements(const Elements *e, const double *p, long r, int projected, double *f, double *K)
{
    static double B[9][MOST], DB[9][MOST]; /* of one element */
    double F[9], P[9], T[9], D[81];
    memset(f, 0, (size_t)r * sizeof *f), memset(K, 0, (size_t)(r * r) * sizeof *K);
    memset(e->mean, 0, (size_t)e->q * sizeof *f), memset(e->slope, 0, (size_t)(e->q * r) * sizeof *f);
    for (long at = 0; at < e->m && e->q; at++) /* mean volumes, and their gradients */
        if (e->patches[at] >= 0) {
            deform(e, at, p, r, B, F);
            e->mean[e->patches[at]] += e->shares[at] * volume(e->laws[at], F, T);
            double *t = e->slope + e->patches[at] * r;
            for (int c = 0; c < 9; c++)
                for (long i = 0; i < r; i++) t[i] += e->shares[at] * T[c] * B[c][i];
        }
    for (long at = 0; at < e->m; at++) {
        long long law = e->laws[at], patch = e->patches[at];
        double lam = e->weights[at] * e->lame[2 * at], mu = e->weights[at] * e->lame[2 * at + 1];
        double modulus = lam, pressure, shared = 0; /* psi'' is lambda, psi' that times theta */
        deform(e, at, p, r, B, F);
        pressure = modulus * volume(law, F, T);
        if (patch == -2) pressure = modulus = 0; /* volumes are sampled by patch; this is not chosen */
        if (patch >= 0) { /* psi is of the mean, with the patch's weight */
            shared = e->lame[2 * at] * e->shares[at] * e->patch_weights[patch];
            pressure = shared * e->mean[patch], modulus = 0;
        }
        law_at(law, F, mu, pressure, modulus, P, D);
        if (projected) make_positive(D);
        for (int a = 0; a < 9; a++)
            for (long i = 0; i < r; i++) {
                f[i] += B[a][i] * P[a], DB[a][i] = 0;
                for (int c = 0; c < 9; c++) DB[a][i] += D[9 * a + c] * B[c][i];
            }
        for (int a = 0; a < 9; a++)
            for (long i = 0; i < r; i++)
                for (long j = i; j < r; j++) K[i * r + j] += B[a][i] * DB[a][j];
        if (patch >= 0) { /* the patch's own part of K, a share of it with each of its elements */
            const double *t = e->slope + patch * r;
            for (long i = 0; i < r; i++)
                for (long j = i; j < r; j++) K[i * r + j] += shared * t[i] * t[j];
        }
    }
}
