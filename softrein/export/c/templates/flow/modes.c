/* The velocity modes at a place: each component is interpolated linearly along every axis between its own faces,
   and clamped to the outermost. */

enum { CORNERS = 1 << MODEL_AXES };

/* Puts component `axis` of each mode at a place x (m) or, unless `along` is MODEL_AXES, its slope along that axis:
   0 where it is clamped. */
static void put_modes(const double *x, int axis, int along, double modes[RANK]) {
    const double *corners[CORNERS] = {faces[first_faces[axis]]};
    double weights[CORNERS] = {1.0};
    for (int a = MODEL_AXES - 1, count = 1, stride = RANK; a >= 0; a--, count *= 2) {
        int last = cells[a] - (a != axis);
        double wanted = x[a] / spacing[a] - (a == axis ? 0.0 : 0.5);
        double s = fmin(fmax(wanted, 0.0), (double)last);
        int i = (int)s < last - 1 ? (int)s : last - 1;
        double high = s - (double)i, low = 1.0 - high;
        if (a == along) high = wanted == s ? 1.0 / spacing[a] : 0.0, low = -high;
        for (int c = 0; c < count; c++) {
            corners[c] += i * stride;
            corners[count + c] = corners[c] + stride;
            weights[count + c] = high * weights[c], weights[c] *= low;
        }
        stride *= last + 1;
    }
    for (int k = 0; k < RANK; k++) {
        double total = 0.0;
        for (int c = 0; c < CORNERS; c++) total += weights[c] * corners[c][k];
        modes[k] = total;
    }
}

/* The velocity v (m/s) at a place x (m) in the flow z, or its slope `along` an axis (1/s). */
static void velocity_at(const double *x, int along, const double *z, double v[MODEL_AXES]) {
    double modes[MODEL_AXES][RANK], totals[MODEL_AXES] = {0.0};
    for (int axis = 0; axis < MODEL_AXES; axis++) put_modes(x, axis, along, modes[axis]);
    for (int k = 0; k < RANK; k++)
        for (int axis = 0; axis < MODEL_AXES; axis++) totals[axis] += modes[axis][k] * z[k];
    memcpy(v, totals, sizeof totals);
}

static void drift(const double *places, const double *z, double *rates) {
    for (int i = 0; i < FIRST; i += MODEL_AXES) velocity_at(places + i, MODEL_AXES, z, rates + i);
}
