/* The elastic force f and its derivative K of sampled elements: sums of B^T P and B^T D B, with B the modes'
   displacement gradients in an element, P the first and D the second derivative of its energy by F = 1 + G.
   Weights are in Lame's constants. */

/* G = B p of an element, row by row. */
static void deform(int element, const double *p, double G[9]) {
    for (int c = 0; c < 9; c++) {
        G[c] = 0.0;
        for (int i = 0; i < RANK; i++) G[c] += gradients[element][c][i] * p[i];
    }
}
//{ patches

/* Of each patch the mean of theta at p, and its slope dtheta/dp. */
static void share_volumes(model_body *b, const double *p) {
    double G[9], T[9];
    memset(b->mean, 0, sizeof b->mean);
    memset(b->slope, 0, sizeof b->slope);
    for (int e = 0; e < ELEMENTS; e++) {
        if (patches[e] < 0) continue;
        deform(e, p, G);
        b->mean[patches[e]] += shares[e] * law_volume(laws[e], G);
        law_volume_gradient(laws[e], G, shares[e], T);
        for (int c = 0; c < 9; c++)
            for (int i = 0; i < RANK; i++) b->slope[patches[e]][i] += gradients[e][c][i] * T[c];
    }
}
//}

/* f and the upper triangle of K at p; `projected`: each element's part made positive semidefinite. */
static void evaluate_at(model_body *b, const double *p, int projected, $wide K[RANK][PADDED]) {
    double G[9], P[9], D[9][9];
    wide_double force[RANK] = {0.0}; /* those of elements all but cancel */ //? single
    memset(b->force, 0, sizeof b->force);
    memset(K, 0, RANK * sizeof *K);
    share_volumes(b, p); //? patches
    for (int e = 0; e < ELEMENTS; e++) {
        double modulus = lame[e][0], pressure;
        deform(e, p, G);
        pressure = modulus * law_volume(laws[e], G);
        if (patches[e] != ITS_OWN) pressure = modulus = 0.0;
        if (patches[e] >= 0) pressure = shares[e] * patch_moduli[patches[e]] * b->mean[patches[e]]; //? patches
        law_stress(laws[e], G, lame[e][1], pressure, P);
        law_tangent(laws[e], G, lame[e][1], pressure, modulus, projected, D);
        for (int c = 0; c < 9; c++) { /* D B, and the force */
            for (int j = 0; j < RANK; j++) {
                double total = 0.0;
                for (int d = 0; d < 9; d++) total += D[c][d] * gradients[e][d][j];
                b->stresses[c][j] = total;
                b->force[j] += gradients[e][c][j] * P[c]; //? !single
                force[j] += (wide_double)gradients[e][c][j] * P[c]; //? single
            }
        }
        for (int i = 0; i < RANK; i++)
            for (int j = i & ~7; j < RANK; j++) {
                double total = 0.0;
                for (int c = 0; c < 9; c++) total += gradients[e][c][i] * b->stresses[c][j];
                K[i][j] += total;
            }
    }
    for (int i = 0; i < RANK; i++) b->force[i] = (double)force[i]; //? single
//{ patches
    for (int q = 0; q < MODEL_PATCHES; q++)
        for (int i = 0; i < RANK; i++)
            for (int j = i; j < RANK; j++) K[i][j] += patch_moduli[q] * b->slope[q][i] * b->slope[q][j];
//}
}

/* Into b->force and b->stiffness, at b->$midpoint. */
static int evaluate_elastic(model_body *b, int projected) {
    evaluate_at(b, b->$midpoint, projected, b->stiffness);
    return 1;
}
//{ minimises

/* E at b->$midpoint. */
static $narrow elastic_energy(model_body *b) {
    double G[9], total = 0.0;
    share_volumes(b, b->$midpoint); //? patches
    for (int e = 0; e < ELEMENTS; e++) {
        deform(e, b->$midpoint, G);
        total += law_energy(laws[e], G, lame[e][1]);
        if (patches[e] == ITS_OWN) {
            double theta = law_volume(laws[e], G);
            total += 0.5 * lame[e][0] * theta * theta;
        }
        if (patches[e] >= 0) //? patches
            total += 0.5 * shares[e] * patch_moduli[patches[e]] * b->mean[patches[e]] * b->mean[patches[e]]; //? patches
    }
    return ($narrow)total;
}
//}
//{ hessian

/* scale d(K v_mid)/dp at b->$midpoint onto the upper triangle of the tangent: K's change along v_mid. */
static void add_hessian(model_body *b, $narrow scale) {
    double force[RANK], G[9], way[RANK], largest = 0.0;
    for (int i = 0; i < RANK; i++) way[i] = b->velocity[i];
    for (int e = 0; e < ELEMENTS; e++) {
        deform(e, way, G);
        for (int c = 0; c < 9; c++) largest = fmax(largest, fabs(G[c]));
    }
    if (!(largest > 0.0)) return;
    memcpy(force, b->force, sizeof force);
    for (int sign = 1; sign > -2; sign -= 2) {
        double length = (double)sign * DIFFERENCE / largest;
        for (int i = 0; i < RANK; i++) b->place[i] = b->$midpoint[i] + length * way[i];
        evaluate_at(b, b->place, 0, b->changed);
        for (int i = 0; i < RANK; i++)
            for (int j = i; j < RANK; j++) b->tangent[i][j] += ($narrow)(scale / (2.0 * length) * b->changed[i][j]);
    }
    memcpy(b->force, force, sizeof force);
}
//}
//{ projects

/* scale d(K v_mid)/dp at b->$midpoint onto N, of K made positive semidefinite, which is no second derivative: by
   differences along each coordinate. */
static void add_projected_hessian(model_body *b, $narrow scale, $narrow (*N)[PADDED]) {
    double force[RANK];
    memcpy(force, b->force, sizeof force);
    for (int i = 0; i < RANK; i++) {
        double largest = 0.0;
        for (int e = 0; e < ELEMENTS; e++)
            for (int c = 0; c < 9; c++) largest = fmax(largest, fabs(gradients[e][c][i]));
        for (int sign = 1; sign > -2 && largest > 0.0; sign -= 2) {
            double way = (double)sign * DIFFERENCE / largest, product[RANK] = {0.0};
            memcpy(b->place, b->$midpoint, sizeof b->place);
            b->place[i] += way;
            evaluate_at(b, b->place, 1, b->changed);
            for (int a = 0; a < RANK; a++) {
                product[a] += b->changed[a][a] * b->velocity[a];
                for (int j = a + 1; j < RANK; j++) {
                    product[a] += b->changed[a][j] * b->velocity[j];
                    product[j] += b->changed[a][j] * b->velocity[a];
                }
            }
            for (int a = 0; a < RANK; a++) N[a][i] += ($narrow)(scale / (2.0 * way) * product[a]);
        }
    }
    memcpy(b->force, force, sizeof force);
}
//}
