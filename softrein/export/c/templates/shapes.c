/* Signed distances phi of rigid shapes: negative inside. */

/* phi, its gradient and its Hessian. */
enum { FOUND = 13 };

//{ rounds
/* To a ball about (0, 0, z), or where it is `flat` to a cylinder without ends. */
static void measure_round(const double y[3], double z, double radius, int flat, double f[FOUND]) {
    double n[3] = {y[0], y[1], flat ? 0.0 : y[2] - z}, length = sqrt(square(n, 3));
    length = fmax(length, SMALLEST);
    for (int a = 0; a < 3; a++) f[1 + a] = n[a] /= length;
    for (int a = 0; a < 9; a++) f[4 + a] = ((a % 4 == 0) - n[a / 3] * n[a % 3]) / length;
    f[0] = length - radius;
    if (flat) f[12] = 0.0;
}

//}
//{ cylinders
static void measure_cylinder(const double y[3], double radius, double half, double f[FOUND]) {
    double away = fmax(sqrt(square(y, 2)), SMALLEST), sign = y[2] > 0.0 ? 1.0 : -1.0;
    double side = away - radius, end = sign * y[2] - half;
    if (end > 0.0 && side > 0.0) { /* past the edge: the distance to a circle */
        double t = sqrt(side * side + end * end), s = side / t, e = end / t, x = y[0] / away, z = y[1] / away;
        double along = (1.0 - s * s) / t, about = s / away;
        f[0] = t, f[1] = s * x, f[2] = s * z, f[3] = e * sign;
        f[4] = along * x * x + about * z * z, f[8] = along * z * z + about * x * x;
        f[5] = f[7] = (along - about) * x * z;
        f[6] = f[10] = -s * e * sign * x / t, f[9] = f[11] = -s * e * sign * z / t;
        f[12] = (1.0 - e * e) / t;
    } else if (end > 0.0 || end > side)
        f[0] = end, f[3] = sign;
    else
        measure_round(y, 0.0, radius, 1, f);
}

//}
//{ boxes
static void measure_box(const double y[3], const double sides[3], double f[FOUND]) {
    double over[3], outside = 0.0;
    int nearest = 0;
    for (int a = 0; a < 3; a++) {
        over[a] = fabs(y[a]) - sides[a];
        if (over[a] > over[nearest]) nearest = a;
        if (over[a] > 0.0) outside += over[a] * over[a];
    }
    if (over[nearest] <= 0.0) {
        f[0] = over[nearest], f[1 + nearest] = y[nearest] > 0.0 ? 1.0 : -1.0;
        return;
    }
    f[0] = sqrt(outside);
    for (int a = 0; a < 3; a++)
        if (over[a] > 0.0) f[1 + a] = (y[a] > 0.0 ? over[a] : -over[a]) / f[0];
    for (int a = 0; a < 9; a++)
        if (over[a / 3] > 0.0 && over[a % 3] > 0.0)
            f[4 + a] = ((a % 4 == 0) - f[1 + a / 3] * f[1 + a % 3]) / f[0];
}

//}
//{ grids
/* The four B-splines at t, in nodes of which there are so many, and their first two derivatives; the first node. */
static int spline_weights(double t, int count, double w[3][4]) {
    double low = fmin(floor(t), (double)(count - 3)), u = t - low, v = 1.0 - u;
    w[0][0] = v * v * v / 6.0, w[0][3] = u * u * u / 6.0;
    w[0][1] = (4.0 - 6.0 * u * u + 3.0 * u * u * u) / 6.0;
    w[0][2] = (4.0 - 6.0 * v * v + 3.0 * v * v * v) / 6.0;
    w[1][0] = -0.5 * v * v, w[1][3] = 0.5 * u * u;
    w[1][1] = u * (1.5 * u - 2.0), w[1][2] = -v * (1.5 * v - 2.0);
    w[2][0] = v, w[2][1] = 3.0 * u - 2.0, w[2][2] = 3.0 * v - 2.0, w[2][3] = u;
    return (int)low - 1;
}

/* Of a regular grid, by cubic B-splines; beyond it a bound, for which nobody asks the gradient. */
static void measure_grid(int grid, const double y[3], double f[FOUND]) {
    const double *frame = grid_frames[grid];
    const int *counts = grid_shapes[grid];
    double w[3][3][4], t[3], beyond = 0.0, by[3] = {1.0, 1.0 / frame[3], 1.0 / (frame[3] * frame[3])};
    int node[3];
    for (int a = 0; a < 3; a++) {
        double over;
        t[a] = (y[a] - frame[a]) / frame[3];
        over = frame[3] * (t[a] < 1.0 ? 1.0 - t[a] : t[a] - (double)(counts[a] - 2));
        if (!(over <= 0.0)) beyond += over * over;
    }
    if (!(beyond <= 0.0)) { /* what is not a number is beyond, too */
        f[0] = frame[4] + sqrt(beyond), f[1] = 1.0;
        return;
    }
    for (int a = 0; a < 3; a++) node[a] = spline_weights(t[a], counts[a], w[a]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const double *row = coefficients + counts[3]
                + ((node[0] + i) * counts[1] + node[1] + j) * counts[2] + node[2];
            double along[3] = {0.0};
            for (int d = 0; d < 3; d++)
                for (int k = 0; k < 4; k++) along[d] += w[2][d][k] * row[k];
            f[0] += w[0][0][i] * w[1][0][j] * along[0];
            for (int at = 1; at < FOUND; at++) { /* which derivatives: of a, and of b */
                int order[3] = {0, 0, 0};
                if (at < 4) order[at - 1] = 1;
                else order[(at - 4) / 3]++, order[(at - 4) % 3]++;
                f[at] += by[at < 4 ? 1 : 2] * w[0][order[0]][i] * w[1][order[1]][j] * along[order[2]];
            }
        }
}

//}
/* A place x in the frame of a pose, which is a shape's middle c and its rotation A row by row: y = A^T (x - c). */
static void put_within(const double pose[12], const double x[3], double y[3]) {
    for (int a = 0; a < 3; a++) {
        y[a] = 0.0;
        for (int c = 0; c < 3; c++) y[a] += pose[3 + 3 * c + a] * (x[c] - pose[c]);
    }
}

/* phi of a shape at y in its own frame, which is returned, with gradient and Hessian there. */
static double measure_within(int shape, const double y[3], double f[FOUND]) {
    const double *size = shape_sizes[shape];
    memset(f, 0, FOUND * sizeof *f);
    switch (shape_kinds[shape]) {
    case PLANE: f[0] = y[2], f[3] = 1.0; break; //? planes
    case SPHERE: measure_round(y, 0.0, size[0], 0, f); break; //? spheres
    case CAPSULE: //? capsules
        measure_round(y, y[2] > 0.0 ? size[1] : -size[1], size[0], fabs(y[2]) <= size[1], f); //? capsules
        break; //? capsules
    case CYLINDER: measure_cylinder(y, size[0], size[1], f); break; //? cylinders
    case BOX: measure_box(y, size, f); break; //? boxes
    case GRID: measure_grid((int)size[0], y, f); break; //? grids
    default: break;
    }
    (void)size;
    return f[0];
}

/* phi of a shape at x, which is returned, with gradient and Hessian in space. */
static double measure(int shape, const double pose[12], const double x[3], double found[FOUND]) {
    const double *turn = pose + 3;
    double y[3], f[FOUND], half[9];
    put_within(pose, x, y);
    found[0] = measure_within(shape, y, f);
    for (int a = 0; a < 3; a++) {
        found[1 + a] = 0.0;
        for (int c = 0; c < 3; c++) {
            found[1 + a] += turn[3 * a + c] * f[1 + c];
            half[3 * a + c] = 0.0;
            for (int d = 0; d < 3; d++) half[3 * a + c] += turn[3 * a + d] * f[4 + 3 * d + c];
        }
    }
    for (int a = 0; a < 9; a++) {
        found[4 + a] = 0.0;
        for (int d = 0; d < 3; d++) found[4 + a] += half[3 * (a / 3) + d] * turn[3 * (a % 3) + d];
    }
    return found[0];
}
