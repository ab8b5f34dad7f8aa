/* Boxes and capsules that move freely have twelve coordinates, their middle c and axes e_a. What keeps them rigid
   is an energy kappa/2 sum C_ab^2 of their strain C_ab = e_a e_b - (a = b); the force on e_a is
   -2 kappa sum C_ab e_b, with C where a part of a step ends and e in its middle. A sample x is at y = A^T (x - c)
   in their frame, A's columns being the axes. */

/* C_ab of a pose. */
static double strain(const double pose[12], int a, int c) {
    double product = pose[3 + a] * pose[3 + c] + pose[6 + a] * pose[6 + c] + pose[9 + a] * pose[9 + c];
    return a == c ? product - 1.0 : product;
}

/* The force on each axis. */
static void bind(double kappa, const double middle[12], const double end[12], double force[3][3]) {
    memset(force, 0, 3 * sizeof *force);
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < 3; c++) {
            double stress = -2.0 * kappa * strain(end, a, c);
            for (int x = 0; x < 3; x++) force[a][x] += stress * middle[3 + 3 * x + c];
        }
}

/* Adds what keeps things rigid to a force; the square of what its rounding is a step's tolerance of. */
static double add_binding(const model_body *b, double force[RANK]) {
    double noise = 0.0, bound[3][3];
    for (int o = 0; o < SHAPES; o++) {
        if (!(rigidity[o] > 0.0)) continue;
        bind(rigidity[o], b->poses[1][o], b->poses[2][o], bound);
        for (int row = 0; row < 9; row++) {
            const double *mode = sample_modes[row / 3 - 1 - moving[o]][row % 3];
            double rounding = ROUNDING * rigidity[o];
            for (int j = 0; j < RANK; j++) force[j] += bound[row / 3][row % 3] * mode[j];
            noise += rounding * rounding * square(mode, RANK);
        }
    }
    return noise;
}

/* The work against these forces from where contacts were kept to where things are, by Gauss's two points. */
static double binding_work(const model_body *b) {
    double total = 0.0, middle[12], end[12], force[3][3];
    for (int o = 0; o < SHAPES; o++) {
        const double *from = b->kept[o], *to = b->poses[1][o];
        if (!(rigidity[o] > 0.0)) continue;
        for (int side = -1; side < 2; side += 2) {
            for (int at = 0; at < 12; at++) {
                middle[at] = from[at] + (0.5 + OFF_MIDDLE * (double)side) * (to[at] - from[at]);
                end[at] = 2.0 * middle[at] - b->poses[0][o][at];
            }
            bind(rigidity[o], middle, end, force);
            for (int at = 0; at < 9; at++) total -= 0.5 * force[at % 3][at / 3] * (to[3 + at] - from[3 + at]);
        }
    }
    return total;
}

/* The nine rows of a thing's rigidity. Of the factors of a contact's blocks the first is of what is semidefinite,
   the second of the stress, the fourth of the rest, and the fifth of the changes by where the part begins. */
static void put_binding_rows(const model_body *b, int o, const double factors[6], double left[9][RANK],
                             double right[9][RANK]) {
    const double *middle = b->poses[1][o], *start = b->poses[0][o], *end = b->poses[2][o];
    double twice = 2.0 * rigidity[o];
    for (int row = 0; row < 9; row++) {
        memcpy(left[row], sample_modes[row / 3 - 1 - moving[o]][row % 3], sizeof left[row]);
        memset(right[row], 0, sizeof right[row]);
    }
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < 3; c++)
            for (int x = 0; x < 3; x++)
                for (int y = 0; y < 3; y++) { /* how minus the force on e_a along x changes by e_c along y */
                    double total = x == y ? factors[1] * strain(end, a, c) : 0.0;
                    for (int d = 0; d < 3; d++) { /* of e_d(mid) dC_ad */
                        int at = 3 + 3 * y + (d == c ? a : d);
                        double slope = factors[0] * middle[at] + factors[3] * (middle[at] - start[at]);
                        if (d != c && a != c) continue;
                        slope *= 2.0;
                        slope += factors[4] * end[at]; //? plans
                        total += (a == c && c == d ? 2.0 : 1.0) * slope * middle[3 + 3 * x + d];
                    }
                    for (int j = 0; j < RANK; j++)
                        right[3 * a + x][j] += twice * total * sample_modes[c - 1 - moving[o]][y][j];
                }
}

/* N of a contact with a shape that has axes, by where things are at one of the three moments: how y moves,
   N dq = A^T (dx - dc) + sum of (x - c) de_a. */
static void put_moves(const model_body *b, const model_touch *t, int when, double N[3][RANK]) {
    const double *pose = b->poses[when][t->shape], *begun = b->begun[t->shape][t->sample] + 1;
    memset(N, 0, 3 * sizeof *N);
    for (int c = 0; c < 3; c++) {
        double start = begun[c] - b->poses[0][t->shape][c], middle = t->arms[0][c];
        double away = when == 0 ? start : when == 1 ? middle : 2.0 * middle - start;
        const double *x = sample_modes[t->sample][c], *centre = sample_modes[t->points[1]][c];
        for (int a = 0; a < 3; a++) {
            const double *axis = sample_modes[t->points[2 + a]][c];
            for (int j = 0; j < RANK; j++)
                N[a][j] += pose[3 + 3 * c + a] * (x[j] - centre[j]) + away * axis[j];
        }
    }
}

/* The rows of a contact with a shape that has axes, in whose frame its force depends on y; what N itself changes
   by, dA^T (dx - dc), are six rows more. */
static int put_framed_rows(const model_body *b, const model_touch *t, const double factors[6],
                           double left[9][RANK], double right[9][RANK]) {
    double N[3][RANK];
    int last = factors[3] != 0.0 ? 2 : 1; //? !plans
    int by_start = factors[4] != 0.0, last = by_start || factors[3] != 0.0 ? 2 : 1; //? plans
    put_moves(b, t, 1, left);
    for (int a = 0; a < 3; a++)
        for (int j = 0; j < RANK; j++) {
            left[3 + a][j] = sample_modes[t->sample][a][j] - sample_modes[t->points[1]][a][j];
            left[6 + a][j] = right[a][j] = 0.0;
            for (int c = 0; c < 3; c++) left[6 + a][j] += t->within[c] * sample_modes[t->points[2 + c]][a][j];
            right[3 + a][j] = -factors[1] * left[6 + a][j], right[6 + a][j] = -factors[1] * left[3 + a][j];
        }
    for (int when = last; when <= last; when++) { //? !plans
    for (int when = by_start ? 0 : last; when <= last; when += 2) { //? plans
        put_moves(b, t, when, N);
        for (int at = 0; at < 9; at++) {
            double block = 0.0;
//{ plans
            if (by_start) {
                double at_end = t->blocks[0][at] + t->blocks[1][at] + t->blocks[3][at];
                at_end += t->blocks[2][at] / b->half;
                block = (when == 2 ? 0.5 : -0.5) * factors[4] * at_end;
            }
            if (!by_start || when == 0)
//}
            for (int which = 0; which < (int)(sizeof t->blocks / sizeof *t->blocks); which++)
                block += factors[which] * t->blocks[which][at];
            for (int j = 0; j < RANK; j++) right[at / 3][j] += block * N[at % 3][j];
        }
    }
    return 9;
}

/* The rows of a ball about a place of a thing with axes, which touches what has none at the end of its arm. */
static int put_rolling_rows(const model_body *b, const model_touch *t, const double factors[6],
                            double left[9][RANK], double right[9][RANK]) {
    int owner = owners[t->sample];
    const double *A = b->poses[1][owner] + 3, *arm = t->arms[1], *turns = t->turns;
    memset(right, 0, 6 * sizeof *right);
    for (int a = 0; a < 3; a++) {
        memcpy(left[a], sample_modes[t->sample][a], sizeof left[a]);
        memset(left[3 + a], 0, sizeof left[3 + a]);
    }
    for (int c = 0; c < 3; c++) {
        double share = A[c] * arm[0] + A[3 + c] * arm[1] + A[6 + c] * arm[2]; /* of the axis in the arm */
        for (int d = 0; d < 3; d++) {
            const double *axis = sample_modes[t->points[2 + c]][d], *place = sample_modes[t->sample][d];
            double bent = A[c] * turns[d] + A[3 + c] * turns[3 + d] + A[6 + c] * turns[6 + d];
            for (int j = 0; j < RANK; j++) {
                left[d][j] += share * axis[j], left[3 + c][j] += t->force[d] * axis[j];
                right[3 + c][j] -= factors[1] * (arm[d] * axis[j] - bent * place[j]); /* of the share */
            }
        }
        for (int a = 0; a < 3; a++) {
            double speed = 0.0;
            for (int d = 0; d < 3; d++) speed += t->blocks[2][3 * a + d] * b->rates[owner][c][d];
            speed *= factors[3] + factors[5];
            for (int d = 0; d < 3; d++)
                for (int j = 0; j < RANK; j++)
                    right[a][j] += speed * arm[d] * sample_modes[t->points[2 + c]][d][j];
        }
    }
    for (int at = 0; at < 9; at++) {
        double by_x = 0.0;
        const double *place = sample_modes[t->sample][at % 3];
        for (int which = 0; which < (int)(sizeof t->blocks / sizeof *t->blocks); which++)
            by_x += which == 2 ? 0.0 : factors[which] * t->blocks[which][at];
        for (int j = 0; j < RANK; j++)
            right[at / 3][j] += by_x * place[j] + factors[2] * t->blocks[2][at] * left[at % 3][j];
    }
    return 6;
}
