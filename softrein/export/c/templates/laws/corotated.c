/* Corotated: W = mu |F - R|^2 + lambda/2 theta^2 with F = R Y, R a rotation, and theta = tr(R^T F) - 3. */

static double corotated_volume(const double G[9]) {
    double u[3][3], v[3][3], s[3], x[3];
    singular(G, u, s, x, v);
    return x[0] + x[1] + x[2];
}

/* U diag V^T. */
static void compose(double u[3][3], double v[3][3], const double diagonal[3], double out[9]) {
    for (int c = 0; c < 9; c++) {
        out[c] = 0.0;
        for (int k = 0; k < 3; k++) out[c] += diagonal[k] * u[k][c / 3] * v[k][c % 3];
    }
}

//{ patches
static void corotated_volume_gradient(const double G[9], double scale, double out[9]) {
    double u[3][3], v[3][3], s[3], x[3], all[3] = {scale, scale, scale};
    singular(G, u, s, x, v);
    compose(u, v, all, out);
}
//}

//{ minimises
static double corotated_energy(const double G[9], double mu) {
    double u[3][3], v[3][3], s[3], x[3];
    singular(G, u, s, x, v);
    return mu * dot3(x, x);
}
//}

static void corotated_stress(const double G[9], double mu, double pressure, double P[9]) {
    double u[3][3], v[3][3], s[3], x[3];
    singular(G, u, s, x, v);
    for (int k = 0; k < 3; k++) x[k] = 2.0 * mu * x[k] + pressure;
    compose(u, v, x, P);
}

static void corotated_tangent(const double G[9], double mu, double pressure, double modulus, int projected,
                              double D[9][9]) {
    double u[3][3], v[3][3], s[3], x[3], scaling[6], flip[3], twist[3];
    singular(G, u, s, x, v);
    for (int k = 0; k < 3; k++) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        scaling[k] = 2.0 * mu + modulus, scaling[3 + k] = modulus;
        flip[k] = 2.0 * mu;
        twist[k] = 2.0 * (mu * (x[a] + x[b]) + pressure) / fmax(s[a] + s[b], SMALLEST_SUM);
    }
    spectral_tangent(u, v, scaling, flip, twist, projected, D);
}
