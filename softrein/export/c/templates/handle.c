/* The handle moves, and coordinates are in its frame. The forces of inertia there, and gravity as it turns, are
   -(c + P p + V v), by the last nine inputs a, w and q (Landau & Lifshitz, "Mechanics", section 39):

       c = S^T a + sum A_ab y_ab,  P = sum A_ab Y_ab,  V = 2 sum ([w]x)_ab Y_ab,  A = [q]x + [w]x [w]x */

/* A step begins: c, P and V, and whether there are any. */
static void begin_handle(model_body *b) {
    const double *a = b->driven + FIRST_HANDLE, *w = a + 3, *q = a + 6;
    double factors[9], turns[9] = {0.0}; /* A, and 2 [w]x */
    b->turning = 0;
    if (!HANDLED) return; //? handheld
    for (int i = 0; i < 9; i++) b->turning = b->turning || !(fabs(a[i]) <= 0.0);
    if (!b->turning) return;
    for (int at = 0; at < 9; at++) factors[at] = w[at / 3] * w[at % 3] - (at % 4 == 0 ? square(w, 3) : 0.0);
    for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3; /* [w]x has -w_c at (d, e) */
        factors[3 * d + e] -= q[c], factors[3 * e + d] += q[c];
        turns[3 * d + e] = -2.0 * w[c], turns[3 * e + d] = 2.0 * w[c];
    }
    memset(b->by_place, 0, sizeof b->by_place);
    memset(b->by_speed, 0, sizeof b->by_speed);
    for (int i = 0; i < RANK; i++)
        b->constant[i] = a[0] * handle_along[0][i] + a[1] * handle_along[1][i] + a[2] * handle_along[2][i];
    for (int at = 0; at < 9; at++)
        for (int i = 0; i < RANK; i++) {
            b->constant[i] += factors[at] * handle_about[at][i];
            for (int j = 0; j < RANK; j++) {
                b->by_place[i][j] += factors[at] * handle_between[at][i][j];
                b->by_speed[i][j] += turns[at] * handle_between[at][i][j];
            }
        }
}

/* The force, -h/2 times it onto the residual; its norm. */
static double add_handle(model_body *b, double half) {
    double total = 0.0;
    if (!HANDLED) return total; //? handheld
    for (int i = 0; b->turning && i < RANK; i++) {
        double load = b->constant[i];
        for (int j = 0; j < RANK; j++)
            load += b->by_place[i][j] * b->position[j] + b->by_speed[i][j] * b->velocity[j];
        b->residual[i] += half * load;
        total += load * load;
    }
    return sqrt(total);
}

/* Adds P and V, times these, to the whole of a matrix. */
static void add_inertia(const model_body *b, double place, double speed, double (*to)[PADDED]) {
    if (!HANDLED) return; //? handheld
    for (int i = 0; b->turning && i < RANK; i++)
        for (int j = 0; j < RANK; j++) to[i][j] += place * b->by_place[i][j] + speed * b->by_speed[i][j];
}
