/* The elastic force f and its derivative K of a St. Venant-Kirchhoff body, a cubic polynomial of p. */

/* y = M x of the monomials x, with the lower triangle of the symmetric M in panels of eight rows. */
static void multiply(const double *panel, const double *x, double *y) {
    memset(y, 0, MODEL_MONOMIALS * sizeof *y);
    for (int first = 0; first < MODEL_MONOMIALS; first += 8) {
        int width = first + 8;
        lanes sums[8];
        memset(sums, 0, sizeof sums);
        for (int j = 0; j < width; j += LANES) {
            lanes xj = *(const lanes *)(x + j), added = {0};
            for (int i = 0; i < 8; i++) {
                lanes entries = *(const lanes *)(panel + i * width + j);
                sums[i] += entries * xj, added += entries * x[first + i];
            }
            *(lanes *)(y + j) += added;
        }
        for (int i = 0; i < 8; i++) y[first + i] = sum_of(&sums[i]); /* the square at the diagonal is whole */
        panel += 8 * width;
    }
}

/* 1, p and the products p_i p_j. */
static void form_monomials(const double *p, double *x) {
    *x++ = 1.0;
    for (int i = 0; i < RANK; i++) *x++ = p[i];
    for (int i = 0; i < RANK; i++)
        for (int j = i; j < RANK; j++) *x++ = p[i] * p[j];
}

/* f and the upper triangle of K at b->$midpoint; 0: there is no K that is `projected`. */
static int evaluate_elastic(model_body *b, int projected) {
    const double *p = b->$midpoint, *y = b->product + 1 + RANK;
    double force[RANK];
    if (projected) return 0;
    form_monomials(p, b->monomials);
    multiply(panels, b->monomials, b->product);
    for (int i = 0; i < RANK; i++) force[i] = 0.5 * b->product[1 + i];
    for (int i = 0; i < RANK; i++) {
        double along = y[0] * p[i];
        b->stiffness[i][i] = *y++;
        for (int j = i + 1; j < RANK; j++) {
            double entry = b->stiffness[i][j] = 0.5 * *y++;
            along += entry * p[j];
            force[j] += entry * p[i];
        }
        force[i] += along;
    }
    for (int i = 0; i < RANK; i++) b->force[i] = force[i] * (1.0 / 3.0);
    return 1;
}

//{ minimises
/* E at b->$midpoint. */
static $narrow elastic_energy(model_body *b) {
    double total = 0.0;
    form_monomials(b->$midpoint, b->monomials);
    multiply(panels, b->monomials, b->product);
    for (int i = 0; i < MODEL_MONOMIALS; i++) total += b->monomials[i] * b->product[i];
    return ($narrow)(total / 12.0);
}
//}
//{ hessian
/* scale d(K v_mid)/dp at b->$midpoint onto the upper triangle of the tangent. */
static void add_hessian(model_body *b, $narrow scale) {
    const $narrow *v = b->velocity;
    const double *p = b->$midpoint, *y = b->product + 1 + RANK;
    double *x = b->monomials;
    int at = 1 + RANK;
    x[0] = 0.0;
    for (int i = 0; i < RANK; i++) x[1 + i] = v[i];
    for (int i = 0; i < RANK; i++)
        for (int j = i; j < RANK; j++) x[at++] = p[i] * v[j] + v[i] * p[j];
    multiply(panels, x, b->product);
    for (int i = 0; i < RANK; i++) {
        b->tangent[i][i] += scale * ($narrow)*y++;
        for (int j = i + 1; j < RANK; j++) b->tangent[i][j] += scale * ($narrow)(0.5 * *y++);
    }
}
//}
