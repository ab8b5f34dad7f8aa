/* St. Venant-Kirchhoff: W = mu E:E + lambda/2 theta^2 with E = 1/2 (F^T F - 1), theta = tr E. */

static double stvk_volume(const double G[9]) {
    double m[6];
    doubled_strain(G, m);
    return 0.5 * (m[0] + m[1] + m[2]);
}

//{ patches
static void stvk_volume_gradient(const double G[9], double scale, double out[9]) {
    for (int c = 0; c < 9; c++) out[c] = scale * (G[c] + (c % 4 == 0));
}
//}

//{ minimises
static double stvk_energy(const double G[9], double mu) {
    double m[6];
    doubled_strain(G, m);
    return 0.25 * mu * (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]
                        + 2.0 * (m[3] * m[3] + m[4] * m[4] + m[5] * m[5]));
}
//}

/* 2 mu E + p 1. */
static void second_stress(const double G[9], double mu, double pressure, double S[9]) {
    static const int place[9] = {0, 5, 4, 5, 1, 3, 4, 3, 2};
    double m[6];
    doubled_strain(G, m);
    for (int c = 0; c < 9; c++) S[c] = mu * m[place[c]] + (c % 4 == 0 ? pressure : 0.0);
}

static void stvk_stress(const double G[9], double mu, double pressure, double P[9]) {
    double S[9];
    second_stress(G, mu, pressure, S);
    for (int c = 0; c < 9; c++) {
        const double *row = G + c / 3 * 3;
        P[c] = S[c] + row[0] * S[c % 3] + row[1] * S[3 + c % 3] + row[2] * S[6 + c % 3];
    }
}

static void stvk_tangent(const double G[9], double mu, double pressure, double modulus, int projected,
                         double D[9][9]) {
    double F[9], S[9];
    if (projected) {
        double u[3][3], v[3][3], s[3], excess[3], scaling[6], flip[3], twist[3], base = pressure - mu;
        singular(G, u, s, excess, v);
        for (int k = 0; k < 3; k++) {
            double x = s[(k + 1) % 3], y = s[(k + 2) % 3], both = base + mu * (x * x + y * y);
            scaling[k] = base + 3.0 * mu * s[k] * s[k] + modulus * s[k] * s[k];
            scaling[3 + k] = modulus * x * y;
            flip[k] = both + mu * x * y, twist[k] = both - mu * x * y;
        }
        spectral_tangent(u, v, scaling, flip, twist, 1, D);
        return;
    }
    second_stress(G, mu, pressure, S);
    for (int c = 0; c < 9; c++) F[c] = G[c] + (c % 4 == 0);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            int i = row / 3, j = row % 3, k = column / 3, l = column % 3;
            D[row][column] = mu * F[3 * i + l] * F[3 * k + j] + modulus * F[row] * F[column];
            if (i == k) D[row][column] += S[3 * j + l];
            if (j == l) D[row][column] += mu * dot3(F + 3 * i, F + 3 * k);
        }
}
