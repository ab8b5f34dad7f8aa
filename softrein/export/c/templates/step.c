/* The time step, by Newton's method until it converges. With c = THETA h, which is h/2 by the implicit midpoint rule
   and h by backward Euler's, and p_mid = p + c v_mid

       v_mid - v + c ((alpha + beta K) v_mid + f(p_mid) - w - standing) = 0,  p += h v_mid,  v += (v_mid - v) / THETA

   K is that at p_mid, and iterations start at v, where the step fails from there, or has but one of them, at 0. */ //? !minimises
   K is that of the step's start, and iterations start at 0, along lines on which the step's potential falls. */ //? minimises

/* y += scale A x, with the upper triangle of the symmetric A. */
static void add_product(double scale, $wide A[RANK][PADDED], const double *x, $wide *y) {
    $wide sums[RANK];
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < RANK; i++) {
        $wide along = A[i][i] * x[i], xi = x[i];
        for (int j = i + 1; j < RANK; j++) along += A[i][j] * x[j], sums[j] += xi * A[i][j];
        sums[i] += along;
    }
    for (int i = 0; i < RANK; i++) y[i] += scale * sums[i];
}

/* D^-1 and then U^-1 of A = U^T D^-1 U, in place. */
static void substitute_back(double A[RANK][PADDED], const double *pivots, double *x) {
    for (int i = 0; i < RANK; i++) x[i] *= pivots[i];
    for (int j = RANK - 1; j > 0; j--)
        for (int i = 0; i < j; i++) x[i] -= A[i][j] * pivots[i] * x[j];
}

/* Solves A x = b in place, by the upper triangle of A, which becomes its factor; 0 where A is not positive
   definite. Rows go from the block of eight that holds the diagonal: what is left of that means nothing. */
static int factor_and_solve(double A[RANK][PADDED], double *pivots, double *x) {
    for (int i = 0; i < RANK; i++) {
        double *row = A[i];
        int first = i & ~7, k = 0;
        for (; k + 3 < i; k += 4) {
            double a = A[k][i] * pivots[k], b = A[k + 1][i] * pivots[k + 1];
            double c = A[k + 2][i] * pivots[k + 2], d = A[k + 3][i] * pivots[k + 3];
            x[i] -= a * x[k] + b * x[k + 1] + c * x[k + 2] + d * x[k + 3];
            for (int j = first; j < PADDED; j++)
                row[j] -= a * A[k][j] + b * A[k + 1][j] + c * A[k + 2][j] + d * A[k + 3][j];
        }
        for (; k < i; k++) {
            double a = A[k][i] * pivots[k];
            x[i] -= a * x[k];
            for (int j = first; j < PADDED; j++) row[j] -= a * A[k][j];
        }
        if (!(row[i] > 0.0)) return 0; /* NaN, too, ends here */
        pivots[i] = 1.0 / row[i];
    }
    substitute_back(A, pivots, x);
    return 1;
}

//{ !minimises
/* The same by the factor that is there. */
static void solve_factored(double A[RANK][PADDED], const double *pivots, double *x) {
    for (int k = 0; k < RANK; k++)
        for (int i = k + 1; i < RANK; i++) x[i] -= A[k][i] * (x[k] * pivots[k]);
    substitute_back(A, pivots, x);
}

//}
/* The residual of the step's equation at v_mid; its norm, and in `scale` that of the terms that make it up. */
static double form_residual(model_body *b, const $wide *w, double half, int going, double *scale) {
    const double *z = b->state;
    $wide acting = 0.0, elastic = 0.0, total = 0.0;
    double pull = 0.0;
    for (int i = 0; i < RANK; i++) b->position[i] = z[i] + half * b->velocity[i];
    for (int i = 0; i < RANK; i++) b->exact[i] = z[i] + (wide_double)half * b->velocity[i]; //? wide
    evaluate_elastic(b, 0);
    for (int i = 0; i < RANK; i++) {
        $wide load = w[i] + standing[i], inertia = b->velocity[i] - z[RANK + i];
        b->residual[i] = inertia + half * (b->force[i] - load + ALPHA * b->velocity[i]);
        acting += load * load, elastic += b->force[i] * b->force[i];
    }
    memset(b->loads, 0, sizeof b->loads); //? loads
    pull += add_cables(b, half); //? cables
    pull += add_chambers(b, half); //? chambers
    pull += add_contact(b, half); //? contact
    pull += add_handle(b, half); //? handle
    if (going) add_product(half * BETA, b->$damping, b->velocity, b->residual);
    *scale = sqrt(square(z + RANK, RANK)) + half * (sqrt((double)elastic) + sqrt((double)acting) + pull);
    for (int i = 0; i < RANK; i++) total += b->residual[i] * b->residual[i];
    return sqrt((double)total);
}

/* Newton's matrix S = (1 + h/2 alpha) 1 + (h/2 beta + h^2/4) K, with more in it while `going`; `whole`: not
   only what is positive semidefinite. */
static void form_tangent(model_body *b, double half, int going, int whole) {
    for (int i = 0; i < RANK; i++) {
        for (int j = i & ~7; j < PADDED; j++)
            b->tangent[i][j] = (half * half + half * BETA) * (double)b->stiffness[i][j]; //? !minimises
            b->tangent[i][j] = half * half * (double)b->stiffness[i][j] //? minimises
                + half * BETA * (double)(going ? b->start : b->stiffness)[i][j]; //? minimises
        b->tangent[i][i] += 1.0 + half * ALPHA;
    }
    if (going && whole) add_hessian(b, half * half * BETA); //? !minimises
    add_cable_stiffness(b, half * half); //? cables
    if (whole) add_chamber_stiffness(b, half * half); //? chambers
    add_contact_stiffness(b, half, whole); //? contact
    (void)going, (void)whole;
}

/* Newton's equation for what is in b->direction. */
static int solve(model_body *b, double half) {
    if (b->turning) return solve_turning(b, half, b->direction); //? turning
    (void)half;
    return factor_and_solve(b->tangent, b->pivots, b->direction);
}

//{ minimises
static double energy(model_body *b) {
    double total = elastic_energy(b);
    total += cable_energy(b); //? cables
    total += chamber_energy(b); //? chambers
    total += touch(b, b->position, 0); //? contact
    return total;
}

/* Shortens the last iteration until the step's potential falls as far as its slope lets expect; where it never
   does its length stays as it was. */
static void shorten(model_body *b, double half, double slope, double linear, double curvature) {
    double length = 1.0, start;
    for (int i = 0; i < RANK; i++)
        b->position[i] = b->state[i] + half * (b->velocity[i] + b->direction[i]);
    for (int i = 0; i < RANK; i++) b->exact[i] = b->position[i]; //? wide
    touch(b, b->position, 1); /* what is taken for constant */ //? contact
    start = energy(b);
    for (int cut = 0; cut < MOST_CUTS; cut++, length *= 0.5) {
        double change;
        for (int i = 0; i < RANK; i++)
            b->position[i] = b->state[i] + half * (b->velocity[i] + (1.0 - length) * b->direction[i]);
        for (int i = 0; i < RANK; i++) b->exact[i] = b->position[i]; //? wide
        change = energy(b) - start + length * linear + 0.5 * length * length * curvature;
        if (!(change <= SUFFICIENT * length * slope)) continue;
        for (int i = 0; i < RANK; i++) b->velocity[i] += (1.0 - length) * b->direction[i];
        return;
    }
}

//}
/* Newton's method for v_mid from `velocity`, which is zero unless `ahead`. DONE, FAILED or NOT_FINITE. */
static int solve_midpoint(model_body *b, const $wide *w, double half, int ahead) {
    double before = INFINITY, scale = 0.0;
    double slope = 0.0, linear = 0.0, curvature = 0.0; /* of the potential along the direction */ //? minimises
    b->projected = 0; //? projects
    for (int iteration = 0; iteration < ITERATIONS + (ITERATIONS > 1); iteration++) {
        int going = ahead || iteration > 0, last = iteration == ITERATIONS;
        double norm = form_residual(b, w, half, going, &scale), least;
//{ single
        if (iteration > 1 && isfinite(norm + scale) && !(norm < 0.5 * before) /* what is left is rounding */
            && (norm <= NOISE * scale
                || (norm <= 100.0 * NOISE * scale
                    && square(b->direction, RANK) <= SAME * SAME * square(b->velocity, RANK))))
            return DONE;
//}
//{ minimises
        if (iteration > 1 && !(norm < $fall * before)) { //? !axes
        if (iteration > 1 && !(norm < $fall * before) && !(norm <= UNSEARCHED * scale //? axes
            && square(b->direction, RANK) <= UNSEARCHED * UNSEARCHED * square(b->velocity, RANK))) { //? axes
            shorten(b, half, slope, linear, curvature);
            norm = form_residual(b, w, half, going, &scale);
        }
//}
        if (!isfinite(norm)) return last$or_moving ? FAILED : NOT_FINITE; //? !single
        if (!isfinite(norm + scale)) return last || going ? FAILED : NOT_FINITE; /* squares overflow early */ //? single
        least = TOLERANCE * scale;
        if (iteration > 0 && norm <= least) return DONE;
        if (last) return FAILED; //? !wide
        if (last) return norm <= AT_LAST * scale ? DONE : FAILED; //? wide
        for (int i = 0; i < RANK; i++) b->direction[i] = (double)b->residual[i];
//{ !minimises
        if (iteration > 1 && norm * (norm / before) <= least) { /* the last factor is enough */ //? !handle
        if (iteration > 1 && !b->turning && norm * (norm / before) <= least) { /* the last factor is enough */ //? handle
            solve_factored(b->tangent, b->pivots, b->direction);
            for (int i = 0; i < RANK; i++) b->velocity[i] -= b->direction[i];
            return DONE;
        }
//}
        if (!going) memcpy(b->start, b->stiffness, sizeof b->start); //? minimises
        form_tangent(b, half, iteration > 0, 1);
        if (!solve(b, half)) {
            if (!evaluate_elastic(b, 1)) return FAILED; /* K made positive semidefinite stands in for it */
            if (!going) memcpy(b->start, b->stiffness, sizeof b->start); //? minimises
            if (!going) b->projected = 1; //? projects
            for (int i = 0; i < RANK; i++) b->direction[i] = (double)b->residual[i];
            form_tangent(b, half, iteration > 0, 0);
            if (!solve(b, half)) return FAILED;
        }
//{ minimises
        slope = linear = curvature = 0.0;
        for (int i = 0; i < RANK; i++) {
            slope -= b->direction[i] * (double)b->residual[i];
            linear += half * b->direction[i] * (double)b->force[i];
            linear -= half * b->direction[i] * b->loads[i]; //? loads
            b->curved[i] = (1.0 + half * ALPHA) * b->direction[i];
        }
        linear += slope;
        add_product(half * BETA, b->start, b->direction, b->curved);
        for (int i = 0; i < RANK; i++) curvature += b->direction[i] * (double)b->curved[i];
//}
        for (int i = 0; i < RANK; i++) b->velocity[i] -= b->direction[i];
//{ squares
        if (iteration > 0 && norm < SQUARING * before /* the residual is squared: small enough */ //? !axes
        if (!RIGID && iteration > 0 && norm < SQUARING * before /* that is squared: small enough */ //? axes
            && norm * (norm / before) * (norm / before) <= least)
            return DONE;
//}
        before = norm;
    }
    return DONE;
}

//{ plans
/* Multiplies b->jacobian by the Jacobian of a part of a step. */
static int add_slopes(model_body *b, const $wide *w, double h);

//}
/* A part of a step, of length h, of b->state in place unless it fails. */
static int attempt(model_body *b, const $wide *w, double h) {
    double *z = b->state;
    int ahead = $ahead, outcome;
    for (int i = 0; i < RANK; i++) b->velocity[i] = ahead ? z[RANK + i] : 0.0;
    outcome = solve_midpoint(b, w, THETA * h, ahead);
    if (ahead && outcome == FAILED) {
        for (int i = 0; i < RANK; i++) b->velocity[i] = 0.0;
        outcome = solve_midpoint(b, w, THETA * h, 0);
    }
    if (outcome != DONE) return outcome;
    if (b->jacobian && !add_slopes(b, w, h)) return NOT_FINITE; //? plans
    for (int i = 0; i < RANK; i++) {
        z[i] += h * b->velocity[i];
        z[RANK + i] = (b->velocity[i] - (1.0 - THETA) * z[RANK + i]) / THETA;
    }
    return isfinite(square(z, 2 * RANK)) ? DONE : NOT_FINITE;
}

/* One step in halves, and these in halves, where it fails. */
static int advance(model_body *b, const $wide w[MODEL_INPUTS]) {
    double before[2 * RANK];
    memcpy(before, b->state, sizeof before);
    for (int i = RANK; i < MODEL_INPUTS; i++) b->driven[i - RANK] = (double)w[i]; //? driven
    begin_handle(b); //? handle
    for (int done = 0, part = FINEST; done < FINEST;) { /* both in 64ths of the step */
        double h = STEP * (double)part / (double)FINEST;
        int outcome, may = 1;
        may = begin_contact(b, STEP * (double)done / (double)FINEST, THETA * h) || part == 1; //? contact
        outcome = may ? attempt(b, w, h) : FAILED;
        if (outcome == DONE) {
            done += part;
            part = done & -done; /* the other half of what was halved last */
        } else if (outcome == NOT_FINITE || (part /= 2) == 0) {
            memcpy(b->state, before, sizeof before);
            return MODEL_FAILED;
        }
    }
    return MODEL_DONE;
}

/* One step of the body under the inputs w, whatever the motion: in halves, and these in halves, where it fails.
   By `step`, which the caller then sets, places in space are told. //? handle
   MODEL_FAILED: not even so, and the state is as it was. */
int model_advance(model_body *b, const double w[MODEL_INPUTS]) {
    wide_double inputs[MODEL_INPUTS]; //? wide
    for (int i = 0; i < MODEL_INPUTS; i++) inputs[i] = w[i]; //? wide
    return advance(b, inputs); //? wide
    return advance(b, w); //? !wide
}
