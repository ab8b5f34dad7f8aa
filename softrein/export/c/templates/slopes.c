/* Multiplies b->jacobian, the Jacobian of the parts of a step that were taken so far, by that of one more part of length
   h, whose v_mid has just been found. By the implicit function theorem

       S dv_mid = N dp + dv + h/2 dw

   where S is Newton's matrix there, and N = ((1 + h/2 alpha) + h/2 beta C - S) / (h/2) with C the stiffness that beta
   multiplies. Returns 0 if S is singular. */
static int add_slopes(model_body *b, const $wide *w, double h) {
    double (*J)[MODEL_COLUMNS] = b->jacobian, (*dv)[MODEL_COLUMNS] = b->middle, half = THETA * h, scale;
    form_residual(b, w, half, 1, &scale);
    int touching = b->touching; /* contact has an N of its own */ //? contact
    b->touching = 0; //? contact
    form_tangent(b, half, 1, 1);
    b->touching = touching; //? contact
    for (int i = 0; i < RANK; i++)
        for (int j = i; j < RANK; j++) {
            double rest = half * BETA * (double)b->$damping[i][j] - b->tangent[i][j];
            if (i == j) rest += 1.0 + half * ALPHA;
            b->variation[i][j] = b->variation[j][i] = rest / half;
        }
//{ minimises
    double tangent[RANK][PADDED], (*N)[PADDED] = b->variation;
    memcpy(tangent, b->tangent, sizeof tangent); /* C is the stiffness where the part began */
    memset(b->tangent, 0, sizeof b->tangent);
    for (int i = 0; i < RANK; i++) b->position[i] = b->state[i];
    for (int i = 0; i < RANK; i++) b->exact[i] = b->state[i]; //? wide
    if (b->projected) add_projected_hessian(b, -half * BETA, N); //? projects
    else //? projects
        add_hessian(b, -half * BETA);
    for (int i = 0; i < RANK; i++) {
        N[i][i] += b->tangent[i][i];
        for (int j = i + 1; j < RANK; j++) N[i][j] += b->tangent[i][j], N[j][i] += b->tangent[i][j];
    }
    memcpy(b->tangent, tangent, sizeof tangent);
//}
    for (int i = 0; i < RANK; i++) /* S, the whole of it */
        for (int j = 0; j < i; j++) b->tangent[i][j] = b->tangent[j][i];
//{ contact
    double by_start[6] = {0.0, -half, 0.0, 0.0, -half, -half};
    double stiff[6] = {half * half, half * half, half, b->turning ? half * half : 0.0, 0.0, 0.0};
    add_blocks(b, by_start, 1, b->variation);
    add_blocks(b, stiff, 1, b->tangent);
//}
    add_inertia(b, -half, 0.0, b->variation); //? handle
    add_inertia(b, half * half, half, b->tangent); //? handle
    for (int i = 0; i < RANK; i++) {
        for (int j = 0; j < MODEL_COLUMNS; j++) dv[i][j] = J[RANK + i][j];
        for (int k = 0; k < RANK; k++)
            for (int j = 0; j < MODEL_COLUMNS; j++) dv[i][j] += b->variation[i][k] * J[k][j];
        for (int c = 0; c < MODEL_CONTROLS; c++) {
            double pushed = actuators[i][c];
            for (int d = 0; d < MODEL_INPUTS - RANK; d++) pushed += b->pulls[d][i] * actuators[RANK + d][c]; //? muscles
            dv[i][MODEL_STATE + c] += half * pushed;
        }
    }
    if (!solve_columns(b->tangent[0], PADDED, dv)) return 0; /* S need not be positive definite */
    for (int i = 0; i < RANK; i++)
        for (int j = 0; j < MODEL_COLUMNS; j++) {
            J[i][j] += h * dv[i][j];
            J[RANK + i][j] = (dv[i][j] - (1.0 - THETA) * J[RANK + i][j]) / THETA;
        }
    return 1;
}
