/* Singular values of F = 1 + G = U diag(s) V^T with signs, and tangents of isotropic laws made of them, with
   matrices e_ij = u_i v_j^T:  D = sum A_ij e_ii e_jj^T + sum flip_ij (e_ij + e_ji)(e_ij + e_ji)^T / 2
   + sum twist_ij (e_ij - e_ji)(e_ij - e_ji)^T / 2. Symmetric matrices are six numbers 00, 11, 22, 12, 02, 01,
   pairs are (1, 2), (0, 2), (0, 1), and u[k], v[k] are columns of U and V. */

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross3(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Turns two vectors into each other. */
static void turn(double *a, double *b, double c, double s) {
    for (int i = 0; i < 3; i++) {
        double x = a[i], y = b[i];
        a[i] = c * x - s * y, b[i] = s * x + c * y;
    }
}

/* Tangent, cosine and sine of the Jacobi rotation of a symmetric (pp, qq; pq). */
static double angle(double pp, double qq, double pq, double *c, double *s) {
    double half = 0.5 * (qq - pp), far = hypot(half, pq), t = pq / (half >= 0.0 ? half + far : half - far);
    *c = 1.0 / sqrt(1.0 + t * t), *s = *c * t;
    return t;
}

/* Eigenvalues of a symmetric matrix, and eigenvectors v[k] that make a rotation. */
static void eigensystem(const double m[6], double e[3], double v[3][3]) {
    static const int pairs[3][5] = {{0, 1, 5, 4, 3}, {0, 2, 4, 5, 3}, {1, 2, 3, 5, 4}}; /* p, q, pq, and others */
    double a[6], size = 0.0;
    for (int i = 0; i < 6; i++) a[i] = m[i], size += fabs(m[i]);
    for (int i = 0; i < 9; i++) v[i / 3][i % 3] = i % 4 == 0;
    for (int sweep = 0; sweep < SWEEPS && fabs(a[3]) + fabs(a[4]) + fabs(a[5]) > EIGEN * size; sweep++)
        for (int k = 0; k < 3; k++) {
            const int *at = pairs[k];
            double c, s, t, pq = a[at[2]], x = a[at[3]], y = a[at[4]];
            if (!(pq > 0.0 || pq < 0.0)) continue;
            t = angle(a[at[0]], a[at[1]], pq, &c, &s);
            a[at[0]] -= t * pq, a[at[1]] += t * pq, a[at[2]] = 0.0;
            a[at[3]] = c * x - s * y, a[at[4]] = s * x + c * y;
            turn(v[at[0]], v[at[1]], c, s);
        }
    for (int i = 0; i < 3; i++) e[i] = a[i];
}

/* 2 E = G + G^T + G^T G, six entries. */
static void doubled_strain(const double G[9], double m[6]) {
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    for (int k = 0; k < 6; k++) {
        int i = pairs[k][0], j = pairs[k][1];
        m[k] = G[3 * i + j] + G[3 * j + i] + G[i] * G[j] + G[3 + i] * G[3 + j] + G[6 + i] * G[6 + j];
    }
}

/* `a` at length 1; where it has none, anything across `other`. */
static void unit(const double *a, const double *other, double *out) {
    double length = sqrt(dot3(a, a)), axis[3] = {0.0, 0.0, 0.0}, size[3];
    for (int i = 0; i < 3; i++) out[i] = a[i], size[i] = fabs(other[i]);
    if (!(length > SMALLEST_LENGTH)) {
        axis[size[0] <= size[1] && size[0] <= size[2] ? 0 : size[1] <= size[2] ? 1 : 2] = 1.0;
        cross3(other, axis, out);
        length = sqrt(dot3(out, out));
    }
    for (int i = 0; i < 3; i++) out[i] /= length;
}

/* U and V by columns, s, and s - 1 to full precision at small strain. */
static void singular(const double G[9], double u[3][3], double s[3], double excess[3], double v[3][3]) {
    static const double x_axis[3] = {1.0, 0.0, 0.0};
    double m[6], e[3], a[3][3], size[3];
    int least, first, second;
    doubled_strain(G, m);
    eigensystem(m, e, v);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) a[k][i] = v[k][i] + dot3(G + 3 * i, v[k]);
    for (int sweep = 0, straight = 0; sweep < SWEEPS && !straight; sweep++) {
        straight = 1; /* columns of F V orthogonal, where the element is nearly flat, too */
        for (int k = 0; k < 3; k++) {
            double *one = a[k == 2], *other = a[k == 0 ? 1 : 2], c, t, pq = dot3(one, other);
            double pp = dot3(one, one), qq = dot3(other, other);
            if (pq * pq <= ORTHOGONAL * ORTHOGONAL * pp * qq || fabs(pq) < SMALLEST_LENGTH) continue;
            angle(pp, qq, pq, &c, &t);
            turn(one, other, c, t), turn(v[k == 2], v[k == 0 ? 1 : 2], c, t);
            straight = 0;
        }
    }
    for (int k = 0; k < 3; k++) size[k] = dot3(a[k], a[k]);
    least = size[2] <= size[0] && size[2] <= size[1] ? 2 : size[0] <= size[1] ? 0 : 1;
    first = (least + 1) % 3, second = (least + 2) % 3; /* u of the smallest is across the two others */
    if (size[first] >= size[second]) {
        if (size[first] > 0.0) unit(a[first], x_axis, u[first]);
        else memcpy(u[first], x_axis, sizeof x_axis);
        unit(a[second], u[first], u[second]);
    } else {
        unit(a[second], x_axis, u[second]);
        unit(a[first], u[second], u[first]);
    }
    cross3(u[first], u[second], u[least]);
    for (int k = 0; k < 3; k++) {
        const double *w = v[k];
        double along = m[0] * w[0] * w[0] + m[1] * w[1] * w[1] + m[2] * w[2] * w[2]
            + 2.0 * (m[3] * w[1] * w[2] + m[4] * w[0] * w[2] + m[5] * w[0] * w[1]);
        s[k] = dot3(u[k], a[k]);
        excess[k] = s[k] <= 0.0 ? s[k] - 1.0 : along / (1.0 + s[k]);
    }
}

/* D (9, 9) of A (`scaling`, six entries), flips and twists; `projected`: the nearest positive semidefinite one. */
static void spectral_tangent(double u[3][3], double v[3][3], double scaling[6], double flip[3], double twist[3],
                             int projected, double D[9][9]) {
    static const int pairs[3][2] = {{1, 2}, {0, 2}, {0, 1}}, place[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
    double e[9][9]; /* e_ij over F's entries */
    for (int k = 0; k < 81; k++) e[k / 9][k % 9] = u[k / 27][k % 9 / 3] * v[k / 9 % 3][k % 3];
    if (projected) {
        double values[3], w[3][3];
        eigensystem(scaling, values, w);
        for (int i = 0; i < 3; i++)
            for (int j = i; j < 3; j++) {
                scaling[place[i][j]] = 0.0;
                for (int k = 0; k < 3; k++) scaling[place[i][j]] += fmax(values[k], 0.0) * w[k][i] * w[k][j];
            }
        for (int k = 0; k < 3; k++) flip[k] = fmax(flip[k], 0.0), twist[k] = fmax(twist[k], 0.0);
    }
    for (int row = 0; row < 9; row++)
        for (int column = 0; column <= row; column++) {
            double total = 0.0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++) total += scaling[place[i][j]] * e[4 * i][row] * e[4 * j][column];
            for (int k = 0; k < 3; k++) {
                const double *up = e[3 * pairs[k][0] + pairs[k][1]], *down = e[3 * pairs[k][1] + pairs[k][0]];
                total += 0.5 * flip[k] * (up[row] + down[row]) * (up[column] + down[column]);
                total += 0.5 * twist[k] * (up[row] - down[row]) * (up[column] - down[column]);
            }
            D[row][column] = D[column][row] = total;
        }
}
