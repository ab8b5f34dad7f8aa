/* Solves A X = B in place, B of many columns and A, of RANK rows of a width, no longer needed: by Gauss's elimination
   without a search for pivots. Returns 0 if one is zero. */
static int solve_columns(double *A, int width, double (*x)[MODEL_COLUMNS]) {
    for (int k = 0; k < RANK; k++) {
        const double *pivots = A + k * width;
        if (!(fabs(pivots[k]) > 0.0)) return 0;
        for (int i = k + 1; i < RANK; i++) {
            double factor = A[i * width + k] / pivots[k];
            for (int j = k + 1; j < RANK; j++) A[i * width + j] -= factor * pivots[j];
            for (int j = 0; j < MODEL_COLUMNS; j++) x[i][j] -= factor * x[k][j];
        }
    }
    for (int i = RANK - 1; i >= 0; i--) {
        for (int k = i + 1; k < RANK; k++)
            for (int j = 0; j < MODEL_COLUMNS; j++) x[i][j] -= A[i * width + k] * x[k][j];
        for (int j = 0; j < MODEL_COLUMNS; j++) x[i][j] /= A[i * width + i];
    }
    return 1;
}
