/* Solves A x = b in place for the tangent A, with all of contact, which is not symmetric. */ //? contact
/* Solves A x = b in place for the tangent A, with the forces of inertia, by which it is not symmetric. */ //? handle
static int solve_turning(model_body *b, double half, double *x) {
    double factors[6] = {half * half, b->curves ? half * half : 0.0, half, half * half, 0.0, 0.0}; //? contact
    double (*A)[PADDED] = b->tangent;
    for (int i = 0; i < RANK; i++)
        for (int j = 0; j < i; j++) A[i][j] = A[j][i];
    add_blocks(b, factors, 1, A); //? contact
    add_inertia(b, half * half, half, A); //? handle
    for (int k = 0; k < RANK; k++) {
        if (!(A[k][k] > 0.0)) return 0; //? !axes
        if (!(A[k][k] > 0.0 || (RIGID && A[k][k] < 0.0))) return 0; /* of what turns some are negative */ //? axes
        for (int i = k + 1; i < RANK; i++) {
            double factor = A[i][k] / A[k][k];
            for (int j = k + 1; j < RANK; j++) A[i][j] -= factor * A[k][j];
            x[i] -= factor * x[k];
        }
    }
    for (int i = RANK - 1; i >= 0; i--) {
        for (int j = i + 1; j < RANK; j++) x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
    return 1;
}
