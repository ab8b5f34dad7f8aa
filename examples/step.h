/* The time step by docs/bundle.md, one iteration or until it converges; a part of bundle.c. */

/* What stable PD's gains add to S, h^2/2 Kp + h Kd with B K = -[Kp, Kd], upper triangle, into `joined`. */
static void join(Body *b, const double *gain, double h) {
    memset(b->joined, 0, (size_t)(b->r * b->r) * sizeof *b->joined);
    for (long c = 0; gain && c < b->s; c++)
        for (long i = 0; i < b->r; i++)
            for (long j = i; j < b->r; j++)
                b->joined[i * b->r + j] -= h / 2 * b->actuators[i * b->s + c]
                    * (h * gain[c * b->n + j] + 2 * gain[c * b->n + b->r + j]);
}

/* y += scale A x, with the upper triangle of the symmetric A. */
static void add_product(double scale, const double *A, const double *x, double *y, long r) {
    for (long i = 0; i < r; i++)
        for (long j = i; j < r; j++) {
            y[i] += scale * A[i * r + j] * x[j];
            if (j > i) y[j] += scale * A[i * r + j] * x[i];
        }
}

/* Whether damping is by K of the step's start: of sampled elements, unless all are St. Venant-Kirchhoff's. */
static int damped_by_start(const Body *b) {
    for (long i = 0; b->elements && i < b->elements->m; i++)
        if (b->elements->laws[i]) return 1;
    return 0;
}

/* Of the step's equation at v_mid: the residual R; its norm over what is tolerated. f and K there, too. */
static double residual(Body *b, const double *z, const double *w, double h, int first) {
    double *m = b->middle, *R = b->residual, half = h / 2, norm = 0, v = 0, f = 0, load = 0;
    long r = b->r;
    for (long i = 0; i < r; i++) b->place[i] = z[i] + half * m[i];
    elasticity(b, b->place, 0);
    if (first && damped_by_start(b)) memcpy(b->start, b->stiffness, (size_t)(r * r) * sizeof *b->start);
    if (b->muscles) evaluate_muscles(b->muscles, b->place, w + r, 0, r);
    for (long i = 0; i < r; i++) {
        double held = w[i] + b->standing[i], pull = b->muscles ? b->muscles->pull[i] : 0;
        R[i] = (1 + half * b->damping[0]) * m[i] - z[r + i] + half * (b->force[i] - pull - held);
        v += z[r + i] * z[r + i], f += b->force[i] * b->force[i], load += (held + pull) * (held + pull);
    }
    add_product(half * b->damping[1], damped_by_start(b) ? b->start : b->stiffness, m, R, r);
    add_product(1, b->joined, m, R, r);
    for (long i = 0; i < r; i++) norm += R[i] * R[i];
    return sqrt(norm) / (1e-9 * (sqrt(v) + half * (sqrt(f) + sqrt(load))));
}

/* A step of length h under w, from z = (p, v) to `out` (may be z): R(v_mid) = 0 of docs/bundle.md, by
   iterations with S without the Hessian of the damping. `gain` is stable PD's, or NULL. 1: well; 0: S is not
   positive definite, or it does not converge; -1: the state would not be finite. */
static int attempt(Body *b, const double *z, const double *w, const double *gain, double h, double *out) {
    double *S = b->matrix, *m = b->middle, half = h / 2, size = 0;
    long r = b->r, most = b->iterations > 1 ? SLOWER * b->iterations : 1, started = damped_by_start(b);
    memset(m, 0, (size_t)r * sizeof *m), join(b, gain, h);
    for (long iteration = 0; iteration < most || most > 1; iteration++) {
        double off = residual(b, z, w, h, !iteration);
        if (!isfinite(off)) return iteration ? 0 : -1;
        if (iteration && off <= 1) break;
        if (iteration == most) return 0;
        for (int projected = 0; projected <= !!b->elements; projected++) { /* again where S is indefinite */
            if (projected) elasticity(b, b->place, 1);
            if (projected && !iteration) memcpy(b->start, b->stiffness, (size_t)(r * r) * sizeof *b->start);
            if (projected && b->muscles) evaluate_muscles(b->muscles, b->place, w + r, 1, r);
            for (long at = 0; at < r * r; at++) {
                double damped = started && iteration ? b->start[at] : b->stiffness[at];
                S[at] = half * b->damping[1] * damped + half * half * b->stiffness[at] + b->joined[at];
                if (b->muscles) S[at] += half * half * b->muscles->stiffness[at];
            }
            for (long i = 0; i < r; i++) S[i * r + i] += 1 + half * b->damping[0];
            memcpy(b->change, b->residual, (size_t)r * sizeof *b->change);
            if (solve(S, b->change, r)) break;
            if (projected == !!b->elements) return 0;
        }
        for (long i = 0; i < r; i++) m[i] -= b->change[i];
    }
    for (long i = 0; i < r; i++) size += m[i] * m[i];
    for (long i = 0; i < r && isfinite(size); i++) out[i] = z[i] + h * m[i], out[r + i] = 2 * m[i] - z[r + i];
    return isfinite(size) ? 1 : -1;
}

/* A time step from z to `out`, in halves where need be; 0 where it fails even so. */
static int step(Body *b, const double *z, const double *w, double *out) {
    for (int done = 0, part = FINEST; done < FINEST;) {
        int outcome = attempt(b, done ? out : z, w, NULL, b->dt * part / FINEST, out);
        if (outcome == 1) done += part, part = done & -done;
        else if (outcome < 0 || (part /= 2) == 0) return 0;
    }
    return 1;
}
