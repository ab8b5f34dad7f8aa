/* The Jacobian of the flow's rate at z: of its quadratic part and, where it is `viscous`, of all. */
static void put_flow_slopes(const double *z, int viscous, double (*slopes)[RANK]) {
    memset(slopes, 0, RANK * sizeof *slopes);
    for (int i = 0; i < RANK; i++) {
        const double (*entry)[8] = panels[i / 8];
        for (int j = 0; j < RANK; j++)
            for (int k = j; k < RANK; k++, entry++) {
                slopes[i][j] += (*entry)[i % 8] * z[k];
                slopes[i][k] += (*entry)[i % 8] * z[j];
            }
        for (int j = 0; j < RANK && viscous; j++) slopes[i][j] += (*entry++)[i % 8];
    }
}
//{ midpoint

/* The matrix of the midpoint rule with A at y, into b->system. */
static void form_system(model_smoke *b, const double *y) {
    put_flow_slopes(y, 0, b->turning);
    for (int i = 0; i < RANK; i++) {
        const double (*viscous)[8] = panels[i / 8] + RANK * (RANK + 1) / 2;
        for (int j = 0; j < RANK; j++) b->system[i][j] = -0.5 * STEP * viscous[j][i % 8];
        b->system[i][i] += 1.0;
    }
    for (int i = 0; i < RANK; i++)
        for (int j = 0; j < RANK; j++) b->system[i][j] -= STEP / 6.0 * (b->turning[i][j] - b->turning[j][i]);
}
//}
