/* The Jacobian of a step, in b->jacobian: what it is before the step is multiplied by the step's own. Limits: that
   particles are kept in the box and out of solids is left out. */

/* How the velocities of particles at `places` in the flow z change, where dx has changes of places and `flow` of z. */
static void vary_drift(const double *places, const double *z, double (*dx)[MODEL_COLUMNS], double (*flow)[MODEL_COLUMNS],
                       double (*rates)[MODEL_COLUMNS]) {
    for (int i = 0; i < FIRST; i += MODEL_AXES) {
        double slopes[MODEL_AXES][MODEL_AXES], modes[RANK];
        for (int a = 0; a < MODEL_AXES; a++) velocity_at(places + i, a, z, slopes[a]);
        for (int axis = 0; axis < MODEL_AXES; axis++) {
            double *row = rates[i + axis];
            memset(row, 0, sizeof *rates);
            for (int a = 0; a < MODEL_AXES; a++)
                for (int j = 0; j < MODEL_COLUMNS; j++) row[j] += slopes[a][axis] * dx[i + a][j];
            put_modes(places + i, axis, MODEL_AXES, modes);
            for (int k = 0; k < RANK; k++)
                for (int j = 0; j < MODEL_COLUMNS; j++) row[j] += modes[k] * flow[k][j];
        }
    }
}

/* Adds to row i, of z, a product: A's row times other rows, and `force` times what controls do to it. */
static void add_product(const double *A, double (*others)[MODEL_COLUMNS], double share, double force, int i, double *row) {
    for (int k = 0; k < RANK; k++)
        for (int j = 0; j < MODEL_COLUMNS; j++) row[j] += share * A[k] * others[k][j];
    for (int c = 0; c < MODEL_CONTROLS; c++) row[MODEL_STATE + c] += force * actuators[i][c];
}

//{ !midpoint
/* The rates of a stage, `reach` seconds along those of the stage before, by state and control; `weight` of them are added
   to the sums, which begin with the first stage. */
static void vary_stage(model_smoke *b, const double *stage, double reach, double weight) {
    double (*dz)[MODEL_COLUMNS] = b->varied + FIRST;
    if (!(reach > 0.0)) memset(b->rates, 0, sizeof b->rates), memset(b->sums, 0, sizeof b->sums);
    for (int i = 0; i < MODEL_STATE; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) b->varied[i][j] = b->jacobian[i][j] + reach * b->rates[i][j];
    memset(b->rates, 0, sizeof b->rates);
    vary_drift(stage, stage + FIRST, b->varied, dz, b->rates);
    put_flow_slopes(stage + FIRST, 1, b->flow_slopes);
    for (int i = 0; i < RANK; i++) add_product(b->flow_slopes[i], dz, 1.0, 1.0, i, b->rates[FIRST + i]);
    for (int i = 0; i < MODEL_STATE; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) b->sums[i][j] += weight * b->rates[i][j];
}

static void vary_end(model_smoke *b) {
    for (int i = 0; i < MODEL_STATE; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) b->jacobian[i][j] += STEP / 6.0 * b->sums[i][j];
}
//}
//{ midpoint
/* From S dm = dz + h/2 dw + h/2 E dy with dy = dz + h/2 (J(z) dz + dw) and E = (2 J(m) + J(m)^T) / 3 of the quadratic part,
   where S is formed at y; particles went from b->state by `half_way`. */
static void vary_midpoint(model_smoke *b, const double *y, const double *middle, const double *half_way) {
    double (*J)[MODEL_COLUMNS] = b->jacobian, (*dz)[MODEL_COLUMNS] = J + FIRST, (*dy)[MODEL_COLUMNS] = b->varied + FIRST;
    double (*dm)[MODEL_COLUMNS] = b->rates + FIRST, E[RANK];
    put_flow_slopes(b->state + FIRST, 1, b->flow_slopes);
    for (int i = 0; i < RANK; i++) {
        memcpy(dy[i], dz[i], sizeof dy[i]);
        add_product(b->flow_slopes[i], dz, 0.5 * STEP, 0.5 * STEP, i, dy[i]);
    }
    put_flow_slopes(middle, 0, b->flow_slopes);
    for (int i = 0; i < RANK; i++) {
        for (int k = 0; k < RANK; k++) E[k] = (2.0 * b->flow_slopes[i][k] + b->flow_slopes[k][i]) / 3.0;
        memcpy(dm[i], dz[i], sizeof dm[i]);
        add_product(E, dy, 0.5 * STEP, 0.5 * STEP, i, dm[i]);
    }
    form_system(b, y);
    if (!solve_columns(b->system[0], RANK, dm)) return; /* its symmetric part is positive definite */
    vary_drift(b->state, middle, J, dm, b->rates);
    for (int i = 0; i < FIRST; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) b->varied[i][j] = J[i][j] + 0.5 * STEP * b->rates[i][j];
    vary_drift(half_way, middle, b->varied, dm, b->rates);
    for (int i = 0; i < FIRST; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) J[i][j] += STEP * b->rates[i][j];
    for (int i = 0; i < RANK; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) dz[i][j] = 2.0 * dm[i][j] - dz[i][j];
}
//}
