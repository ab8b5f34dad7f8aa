/* Cables: the measure m(p) of each is its length, over segments e = rest + E p. */

/* e of a segment at b->position as a unit vector n; its length. */
static double segment(const model_body *b, int s, double n[3]) {
    double size;
    for (int x = 0; x < 3; x++) {
        n[x] = segments[s][x];
        for (int i = 0; i < RANK; i++) n[x] += segment_modes[s][x][i] * b->position[i];
    }
    size = sqrt(square(n, 3));
    for (int x = 0; x < 3; x++) n[x] /= size;
    return size;
}

/* A cable's tension at b->position, its length m, and in `taut` by how much the tension rises with it. */
static double tension_of(const model_body *b, int cable, double *length, double *taut) {
    double n[3], stretch, driven = b->driven[cable];
    *length = *taut = 0.0;
    for (int s = cable_starts[cable]; s < cable_starts[cable + 1]; s++) *length += segment(b, s, n);
    if (!(cable_springs[cable] > 0.0)) return driven;
    stretch = *length - cable_lengths[cable] + driven; /* driven by its length */
    *taut = stretch >= -SLACK * cable_lengths[cable] ? cable_springs[cable] : 0.0;
    return *taut * fmax(stretch, 0.0);
}

/* The force of all cables, -h/2 times it onto the residual, and their stiffness; the force's norm. */
static double add_cables(model_body *b, double half) {
    double force[RANK];
    memset(force, 0, sizeof force);
    memset(b->cable_stiffness, 0, sizeof b->cable_stiffness);
    for (int cable = 0; cable < MODEL_CABLES; cable++) {
        double gradient[RANK], across[3][RANK], length, taut, n[3];
        double tension = tension_of(b, cable, &length, &taut);
        memset(gradient, 0, sizeof gradient);
        for (int s = cable_starts[cable]; s < cable_starts[cable + 1]; s++) {
            double size = segment(b, s, n);
            for (int i = 0; i < RANK; i++) { /* n^T E, and (1 - n n^T) E */
                double along = 0.0;
                for (int x = 0; x < 3; x++) along += n[x] * segment_modes[s][x][i];
                for (int x = 0; x < 3; x++) across[x][i] = segment_modes[s][x][i] - n[x] * along;
                gradient[i] += along;
            }
            for (int i = 0; i < RANK; i++)
                for (int x = 0; x < 3; x++) {
                    double turning = tension / size * segment_modes[s][x][i];
                    for (int j = 0; j < RANK; j++) b->cable_stiffness[i][j] += turning * across[x][j];
                }
        }
        for (int i = 0; i < RANK; i++) {
            force[i] -= tension * gradient[i];
            b->pulls[cable][i] = -(cable_springs[cable] > 0.0 ? taut : 1.0) * gradient[i]; //? plans
            for (int j = 0; j < RANK; j++) b->cable_stiffness[i][j] += taut * gradient[i] * gradient[j];
        }
    }
    for (int i = 0; i < RANK; i++) b->residual[i] -= half * force[i], b->loads[i] += force[i];
    return sqrt(square(force, RANK));
}

static void add_cable_stiffness(model_body *b, double scale) {
    for (int i = 0; i < RANK; i++)
        for (int j = i; j < RANK; j++) b->tangent[i][j] += scale * b->cable_stiffness[i][j];
}
//{ minimises

static double cable_energy(const model_body *b) {
    double total = 0.0, length, taut;
    for (int cable = 0; cable < MODEL_CABLES; cable++) {
        double tension = tension_of(b, cable, &length, &taut), spring = cable_springs[cable];
        total += spring > 0.0 ? 0.5 * tension * tension / spring : tension * length;
    }
    return total;
}
//}
