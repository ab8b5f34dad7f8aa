/* Stable neo-Hookean, with I = F:F, theta = det F - 1, C = dtheta/dF and m = 4/3 mu:
   W = m/2 (I - 3 - log((I + 1) / 4)) - 3/4 m theta + 5/16 m theta^2 + lambda/2 theta^2. */

/* I - 3. */
static double invariant(const double G[9]) {
    double square = 0.0;
    for (int c = 0; c < 9; c++) square += G[c] * G[c];
    return 2.0 * (G[0] + G[4] + G[8]) + square;
}

/* An entry of the cofactor matrix of G. */
static double minor_of(const double G[9], int i, int j) {
    int a = 3 * ((i + 1) % 3), b = 3 * ((i + 2) % 3), c = (j + 1) % 3, d = (j + 2) % 3;
    return G[a + c] * G[b + d] - G[a + d] * G[b + c];
}

static double neo_hookean_volume(const double G[9]) {
    double x = minor_of(G, 0, 0), y = minor_of(G, 0, 1), z = minor_of(G, 0, 2);
    double cofactors = x + minor_of(G, 1, 1) + minor_of(G, 2, 2);
    return G[0] + G[4] + G[8] + cofactors + G[0] * x + G[1] * y + G[2] * z;
}

static void neo_hookean_volume_gradient(const double G[9], double scale, double out[9]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out[3 * i + j] = scale * (minor_of(G, i, j) - G[3 * j + i]);
            if (i == j) out[3 * i + j] += scale * (1.0 + G[0] + G[4] + G[8]);
        }
}

//{ minimises
static double neo_hookean_energy(const double G[9], double mu) {
    double excess = invariant(G), theta = neo_hookean_volume(G);
    return 4.0 / 3.0 * mu * (0.5 * (excess - log1p(0.25 * excess)) - 0.75 * theta + 0.3125 * theta * theta);
}
//}

static void neo_hookean_stress(const double G[9], double mu, double pressure, double P[9]) {
    double m = 4.0 / 3.0 * mu, excess = invariant(G), trace = G[0] + G[4] + G[8];
    double stretch = 0.25 * m * excess / (excess + 4.0), balance = 0.75 * m;
    neo_hookean_volume_gradient(G, pressure + 0.625 * m * neo_hookean_volume(G), P);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double both = G[3 * i + j] + G[3 * j + i] - minor_of(G, i, j);
            P[3 * i + j] += stretch * G[3 * i + j] + balance * both;
            if (i == j) P[3 * i + j] += stretch - balance * trace;
        }
}

static void neo_hookean_tangent(const double G[9], double mu, double pressure, double modulus, int projected,
                                double D[9][9]) {
    double m = 4.0 / 3.0 * mu, above = invariant(G) + 4.0, F[9], C[9];
    double t = m - m / above, rank_one = 2.0 * m / (above * above), k = modulus + 0.625 * m;
    double q = pressure + m * (0.625 * neo_hookean_volume(G) - 0.75);
    if (projected) {
        double u[3][3], v[3][3], s[3], excess[3], scaling[6], flip[3], twist[3];
        singular(G, u, s, excess, v);
        for (int i = 0; i < 3; i++) {
            double x = s[(i + 1) % 3], y = s[(i + 2) % 3];
            scaling[i] = t + rank_one * s[i] * s[i] + k * x * y * x * y;
            scaling[3 + i] = rank_one * x * y + q * s[i] + k * x * y * s[i] * s[i];
            flip[i] = t - q * s[i], twist[i] = t + q * s[i];
        }
        spectral_tangent(u, v, scaling, flip, twist, 1, D);
        return;
    }
    for (int c = 0; c < 9; c++) F[c] = G[c] + (c % 4 == 0);
    for (int c = 0; c < 9; c++) C[c] = minor_of(F, c / 3, c % 3);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            D[row][column] = rank_one * F[row] * F[column] + k * C[row] * C[column] + (row == column ? t : 0.0);
    for (int i = 0; i < 3; i++) /* dC_ij/dF_kl: the entry of F beside both, with a sign */
        for (int j = 0; j < 3; j++) {
            int a = 3 * ((i + 1) % 3), b = 3 * ((i + 2) % 3), l = (j + 1) % 3, n = (j + 2) % 3, at = 3 * i + j;
            D[at][a + l] += q * F[b + n], D[a + l][at] += q * F[b + n];
            D[at][a + n] -= q * F[b + l], D[a + n][at] -= q * F[b + l];
        }
}
