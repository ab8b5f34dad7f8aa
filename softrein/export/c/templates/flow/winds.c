/* The velocity v (m/s) of the flow at a place x (m). */
void model_velocity(const model_smoke *b, const double x[MODEL_AXES], double v[MODEL_AXES]) {
    velocity_at(x, MODEL_AXES, b->state + FIRST, v);
}

/* A wind (m/s^2) around a place (m), so wide (m; 0: none), from now on, besides what disturbs already. */
void model_push_at(model_smoke *b, const double at[MODEL_AXES], double width, const double wind[MODEL_AXES]) {
    double cell = 1.0; /* m^MODEL_AXES */
    int low[MODEL_AXES], high[MODEL_AXES], index[MODEL_AXES];
    for (int a = 0; a < MODEL_AXES; a++) {
        low[a] = (int)fmin(fmax((at[a] - REACH * width) / spacing[a], 0.0), (double)cells[a]);
        high[a] = (int)fmax(fmin((at[a] + REACH * width) / spacing[a] + 2.0, (double)cells[a]), 0.0);
        if (!(width > 0.0) || low[a] == high[a]) return; /* none of it is in the box */
        cell *= spacing[a];
    }
    for (int axis = 0; axis < MODEL_AXES; axis++) {
        memcpy(index, low, sizeof low);
        while (index[0] < high[0] + (axis == 0)) {
            int face = 0;
            double far = 0.0, blows;
            for (int a = 0; a < MODEL_AXES; a++) {
                double off = (((double)index[a] + (a == axis ? 0.0 : 0.5)) * spacing[a] - at[a]) / width;
                far += off * off;
                face = face * (cells[a] + (a == axis)) + index[a];
            }
            face += first_faces[axis];
            blows = open_faces[face] ? cell * wind[axis] * exp(-0.5 * far) : 0.0;
            for (int k = 0; k < RANK; k++) b->push[k] += blows * faces[face][k];
            for (int a = MODEL_AXES - 1; ++index[a] >= high[a] + (a == axis) && a > 0; a--) index[a] = low[a];
        }
    }
}
