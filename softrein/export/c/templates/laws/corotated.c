/* Corotated: W = mu |F - R|^2 + lambda/2 theta^2 with F = R (1 + Z), R a rotation, and theta = tr Z. R is by
   Newton's iteration R <- (R + R^-T) / 2; elements that are inverted or nearly flat go by singular values. */

/* R row by row, Z (six entries), and whether F is far from flat. */
static int corotated_frame(const double G[9], double R[9], double Z[6]) {
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    double m[6], y[9];
    int settled = 0;
    for (int k = 0; k < 9; k++) R[k] = G[k] + (k % 4 == 0);
    for (int round = 0; round < ROUNDS && !settled; round++) {
        double C[9], volume, change = 0.0;
        for (int i = 0; i < 3; i++) cross3(R + 3 * ((i + 1) % 3), R + 3 * ((i + 2) % 3), C + 3 * i);
        volume = dot3(R, C);
        if (round == 0 && !(volume > FLAT)) return 0;
        for (int k = 0; k < 9; k++) {
            double step = 0.5 * C[k] / volume - 0.5 * R[k];
            R[k] += step, change += step * step;
        }
        settled = change <= SETTLED;
    }
    doubled_strain(G, m);
    for (int i = 0; i < 3; i++) /* R^T F - 1 */
        for (int j = 0; j < 3; j++) {
            y[3 * i + j] = R[3 * j + i] - (i == j);
            for (int k = 0; k < 3; k++) y[3 * i + j] += R[3 * k + i] * G[3 * k + j];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) y[3 * i + j] = y[3 * j + i];
    for (int k = 0; k < 6; k++) Z[k] = 0.5 * (m[k] - dot3(y + 3 * pairs[k][0], y + 3 * pairs[k][1]));
    return settled;
}

static double corotated_volume(const double G[9]) {
    double R[9], Z[6], u[3][3], v[3][3], s[3], x[3];
    if (corotated_frame(G, R, Z)) return Z[0] + Z[1] + Z[2];
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

static void corotated_stress(const double G[9], double mu, double pressure, double P[9]) {
    static const int place[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
    double R[9], Z[6], u[3][3], v[3][3], s[3], x[3];
    if (corotated_frame(G, R, Z)) {
        for (int k = 0; k < 9; k++) {
            P[k] = pressure * R[k];
            for (int j = 0; j < 3; j++) P[k] += 2.0 * mu * R[k / 3 * 3 + j] * Z[place[j][k % 3]];
        }
        return;
    }
    singular(G, u, s, x, v);
    for (int k = 0; k < 3; k++) x[k] = 2.0 * mu * x[k] + pressure;
    compose(u, v, x, P);
}

//{ patches
static void corotated_volume_gradient(const double G[9], double scale, double out[9]) {
    corotated_stress(G, 0.0, scale, out);
}
//}

//{ minimises
static double corotated_energy(const double G[9], double mu) {
    double R[9], Z[6], u[3][3], v[3][3], s[3], x[3];
    if (corotated_frame(G, R, Z)) return mu * (dot3(Z, Z) + 2.0 * dot3(Z + 3, Z + 3));
    singular(G, u, s, x, v);
    return mu * dot3(x, x);
}
//}

/* Whether all twists are positive: s_i + s_j > 2 - p / mu, by minors of tr(Y) 1 - Y less that. */
static int corotated_definite(const double Z[6], double mu, double pressure) {
    double least = -pressure / mu;
    double x = Z[1] + Z[2] - least, y = Z[0] + Z[2] - least, z = Z[0] + Z[1] - least;
    double minor = x * y - Z[5] * Z[5];
    double whole = z * minor - x * Z[3] * Z[3] - y * Z[4] * Z[4] - 2.0 * Z[3] * Z[4] * Z[5];
    return x > 0.0 && minor > 0.0 && whole > 0.0;
}

/* 2 mu 1 + modulus R R^T + (p - 2 mu) T X T^T, with X = (tr(Y) 1 - Y)^-1 and T's row of R_ij R's row i
   across axis j: by which R turns. */
static void corotated_tangent(const double G[9], double mu, double pressure, double modulus, int projected,
                              double D[9][9]) {
    static const int place[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
    double R[9], Z[6], X[6], T[9][3];
    if (corotated_frame(G, R, Z) && (!projected || corotated_definite(Z, mu, pressure))) {
        double x = 2.0 + Z[1] + Z[2], y = 2.0 + Z[0] + Z[2], z = 2.0 + Z[0] + Z[1];
        double yz = -Z[3], xz = -Z[4], xy = -Z[5], a = y * z - yz * yz, b = xz * yz - xy * z, c = xy * yz - xz * y;
        double share = (pressure - 2.0 * mu) / (x * a + xy * b + xz * c);
        X[0] = share * a, X[1] = share * (x * z - xz * xz), X[2] = share * (x * y - xy * xy);
        X[3] = share * (xy * xz - x * yz), X[4] = share * c, X[5] = share * b;
        for (int k = 0; k < 9; k++) {
            double axis[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
            cross3(R + k / 3 * 3, axis, T[k]);
        }
        for (int row = 0; row < 9; row++) {
            double turned[3] = {0.0, 0.0, 0.0};
            for (int k = 0; k < 9; k++) turned[k / 3] += X[place[k / 3][k % 3]] * T[row][k % 3];
            for (int column = 0; column <= row; column++)
                D[row][column] = D[column][row] = modulus * R[row] * R[column] + dot3(turned, T[column]);
            D[row][row] += 2.0 * mu;
        }
    } else {
        double u[3][3], v[3][3], s[3], excess[3], scaling[6], flip[3], twist[3];
        singular(G, u, s, excess, v);
        for (int k = 0; k < 3; k++) {
            int first = (k + 1) % 3, second = (k + 2) % 3;
            scaling[k] = 2.0 * mu + modulus, scaling[3 + k] = modulus;
            flip[k] = 2.0 * mu;
            twist[k] = 2.0 * (mu * (excess[first] + excess[second]) + pressure)
                / fmax(s[first] + s[second], SMALLEST_SUM);
        }
        spectral_tangent(u, v, scaling, flip, twist, projected, D);
    }
}
