/* The flow, dz/dt = A(z) z + nu D z + w with A(z) z quadratic in z, and particles that it carries. */

/* dz/dt at z under w. */
static void flow_rate(model_smoke *b, const double *z, const double *w, double rate[RANK]) {
    double *x = b->monomials;
    for (int j = 0; j < RANK; j++)
        for (int k = j; k < RANK; k++) *x++ = z[j] * z[k];
    for (int j = 0; j < RANK; j++) *x++ = z[j];
    x = b->monomials;
    for (int first = 0; first < RANK; first += LANES) {
        lanes sums[4];
        const double *panel = panels[first / 8][0] + first % 8;
        memset(sums, 0, sizeof sums);
        for (int j = 0; j < MODEL_MONOMIALS; j += 4)
            for (int k = 0; k < 4; k++) sums[k] += *(const lanes *)(panel + 8 * (j + k)) * x[j + k];
        sums[0] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        for (int i = first; i < first + LANES && i < RANK; i++)
            rate[i] = ((const double *)sums)[i - first] + w[i];
    }
}

//{ !midpoint
/* The classical Runge-Kutta method, of particles and flow together. */
static void take_step(model_smoke *b, const double *w, double next[MODEL_STATE]) {
    static const double weights[4] = {1.0, 2.0, 2.0, 1.0}, reaches[4] = {0.5, 0.5, 1.0, 0.0};
    double stage[MODEL_STATE], rate[MODEL_STATE], total[MODEL_STATE] = {0.0};
    memcpy(stage, b->state, sizeof stage);
    for (int k = 0; k < 4; k++) {
        if (b->jacobian) vary_stage(b, stage, k ? STEP * reaches[k - 1] : 0.0, weights[k]); //? plans
        flow_rate(b, stage + FIRST, w, rate + FIRST);
        drift(stage, stage + FIRST, rate);
        for (int i = 0; i < MODEL_STATE; i++) {
            total[i] += weights[k] * rate[i];
            stage[i] = b->state[i] + STEP * reaches[k] * rate[i];
        }
    }
    for (int i = 0; i < MODEL_STATE; i++) next[i] = b->state[i] + STEP / 6.0 * total[i];
    if (b->jacobian) vary_end(b); //? plans
}
//}
//{ midpoint
/* Solves b->system x = x in place, whose symmetric part is positive definite. */
static void eliminate(model_smoke *b, double *x) {
    for (int i = 0; i < RANK; i++)
        for (int k = 0; k < i; k++) {
            double factor = b->system[i][k] / b->system[k][k];
            for (int j = k + 1; j < RANK; j++) b->system[i][j] -= factor * b->system[k][j];
            x[i] -= factor * x[k];
        }
    for (int i = RANK - 1; i >= 0; i--) {
        for (int j = i + 1; j < RANK; j++) x[i] -= b->system[i][j] * x[j];
        x[i] /= b->system[i][i];
    }
}

/* The midpoint rule: (1 - h/2 (A(y) + nu D)) m = z + h/2 w with y = z + h/2 dz/dt, and then z' = 2 m - z. */
static void take_step(model_smoke *b, const double *w, double next[MODEL_STATE]) {
    const double *z = b->state + FIRST;
    double y[RANK], middle[RANK], places[FIRST + 1] = {0.0}, rates[FIRST + 1];
    flow_rate(b, z, w, y);
    for (int i = 0; i < RANK; i++) y[i] = z[i] + 0.5 * STEP * y[i], middle[i] = z[i] + 0.5 * STEP * w[i];
    form_system(b, y);
    eliminate(b, middle);
    drift(b->state, middle, rates);
    for (int i = 0; i < FIRST; i++) places[i] = b->state[i] + 0.5 * STEP * rates[i];
    drift(places, middle, rates);
    if (b->jacobian) vary_midpoint(b, y, middle, places); //? plans
    for (int i = 0; i < FIRST; i++) next[i] = b->state[i] + STEP * rates[i];
    for (int i = 0; i < RANK; i++) next[FIRST + i] = 2.0 * middle[i] - z[i];
}
//}

//{ solids
/* Whether a place in m is in a cell that is not solid. */
static int is_fluid(const double *x) {
    int cell = 0;
    for (int a = 0; a < MODEL_AXES; a++) {
        cell = cell * cells[a] + (int)fmin(fmax(x[a] / spacing[a], 0.0), (double)(cells[a] - 1));
    }
    return !solid[cell];
}

/* Stops a particle between x and `next` at what is solid, along as few axes as can be: it slips along it. */
static void slide(const double *x, double *next) {
    double tried[MODEL_AXES];
    for (int stopped = 0; stopped < MODEL_AXES; stopped++)
        for (int still = 0; still < CORNERS; still++) { /* a bit an axis, the last axis first */
            int count = 0;
            for (int a = 0; a < MODEL_AXES; a++) {
                int stops = still >> (MODEL_AXES - 1 - a) & 1;
                tried[a] = stops ? x[a] : next[a];
                count += stops;
            }
            if (count != stopped || !is_fluid(tried)) continue;
            memcpy(next, tried, sizeof tried);
            return;
        }
    memcpy(next, x, sizeof tried);
}

//}
/* One step under the inputs w, whatever the motion. MODEL_FAILED: it overflows, and the state is as it was. */
int model_advance(model_smoke *b, const double w[MODEL_INPUTS]) {
    double next[MODEL_STATE];
    take_step(b, w, next);
    for (int i = 0; i < FIRST; i++) next[i] += STEP * w[RANK + i]; //? carried
//{ carried_plans
    for (int i = 0; i < FIRST && b->jacobian; i++)
        for (int c = 0; c < MODEL_CONTROLS; c++) b->jacobian[i][MODEL_STATE + c] += STEP * actuators[RANK + i][c];
//}
    if (!isfinite(square(next, MODEL_STATE))) return MODEL_FAILED;
    for (int i = 0; i < FIRST; i++) /* particles stay in the box */
        next[i] = fmin(fmax(next[i], 0.0), (double)cells[i % MODEL_AXES] * spacing[i % MODEL_AXES]);
    for (int i = 0; i < FIRST; i += MODEL_AXES) slide(b->state + i, next + i); //? solids
    memcpy(b->state, next, sizeof next);
    return MODEL_DONE;
}
