/* The velocity v (m/s) of the flow at a place x (m). */
void model_velocity(const model_smoke *b, const double x[2], double v[2]) {
    velocity_at(x, b->state + FIRST, v);
}

/* A wind (m/s^2) around a place (m), so wide (m), from now on, besides what disturbs already. */
void model_push_at(model_smoke *b, const double at[2], double width, const double wind[2]) {
    const double size[2] = {CELL_X, CELL_Y};
    static const int cells[2] = {MODEL_NX, MODEL_NY};
    int low[2], high[2];
    for (int a = 0; a < 2; a++) {
        low[a] = (int)fmin(fmax((at[a] - REACH * width) / size[a], 0.0), (double)cells[a]);
        high[a] = (int)fmax(fmin((at[a] + REACH * width) / size[a] + 2.0, (double)cells[a]), 0.0);
    }
    for (int axis = 0; axis < 2; axis++)
        for (int i = low[0]; i < high[0] + (axis == 0); i++)
            for (int j = low[1]; j < high[1] + (axis == 1); j++) {
                double x = (((double)i + 0.5 * (double)axis) * size[0] - at[0]) / width;
                double y = (((double)j + 0.5 * (double)(1 - axis)) * size[1] - at[1]) / width;
                double blows = CELL_X * CELL_Y * wind[axis] * exp(-0.5 * (x * x + y * y));
                const double *face = axis == 0 ? x_faces[i][j] : y_faces[i][j];
                if (!(axis == 0 ? open_x[i][j] : open_y[i][j])) continue;
                for (int k = 0; k < RANK; k++) b->push[k] += blows * face[k];
            }
}
