/* Chambers: the measure of each is minus its volume V + s p + 1/2 p^T C p + 1/6 T p p p. */

/* Of a chamber at b->position: its volume, the gradient of that, and C + T p. */
static double volume_of(const model_body *b, int chamber, double gradient[RANK], double bulge[RANK][RANK]) {
    const double *p = b->position;
    double volume = chamber_volumes[chamber];
    for (int i = 0; i < RANK; i++) {
        double slope = chamber_slopes[chamber][i];
        volume += slope * p[i];
        for (int j = 0; j < RANK; j++) {
            double curvature = chamber_curvatures[chamber][i][j], cubic = 0.0;
            for (int k = 0; k < RANK; k++) cubic += chamber_cubics[chamber][i][j][k] * p[k];
            bulge[i][j] = curvature + cubic;
            slope += (curvature + 0.5 * cubic) * p[j];
            volume += (0.5 * curvature + cubic / 6.0) * p[i] * p[j];
        }
        gradient[i] = slope;
    }
    return volume;
}

/* The force of all chambers, -h/2 times it onto the residual; the force's norm. */
static double add_chambers(model_body *b, double half) {
    double gradient[RANK], force[RANK];
    memset(force, 0, sizeof force);
    for (int chamber = 0; chamber < MODEL_CHAMBERS; chamber++) {
        volume_of(b, chamber, gradient, b->bulges[chamber]);
        for (int i = 0; i < RANK; i++) force[i] += b->driven[FIRST_CHAMBER + chamber] * gradient[i];
        for (int i = 0; i < RANK; i++) b->pulls[FIRST_CHAMBER + chamber][i] = gradient[i]; //? plans
    }
    for (int i = 0; i < RANK; i++) b->residual[i] -= half * force[i], b->loads[i] += force[i];
    return sqrt(square(force, RANK));
}

static void add_chamber_stiffness(model_body *b, double scale) {
    for (int chamber = 0; chamber < MODEL_CHAMBERS; chamber++)
        for (int i = 0; i < RANK; i++)
            for (int j = i; j < RANK; j++)
                b->tangent[i][j] -= scale * b->driven[FIRST_CHAMBER + chamber] * b->bulges[chamber][i][j];
}
//{ minimises

static double chamber_energy(model_body *b) {
    double gradient[RANK], total = 0.0;
    for (int chamber = 0; chamber < MODEL_CHAMBERS; chamber++)
        total -= b->driven[FIRST_CHAMBER + chamber] * volume_of(b, chamber, gradient, b->bulges[chamber]);
    return total;
}
//}
