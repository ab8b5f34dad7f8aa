/* Re-planning by iterative LQR within limits. A plan begins with the better of two runs, that of the last plan
   and LQR's; each iteration goes back from the cost behind its end to a change d and a gain K of each step's
   control, and forth on the model's own steps, with as much of d as lets the cost fall. */

/* Feedback about some states: the controls of step i are c + length d + K (z - z_about), of row first + i. */
typedef struct {
    const double (*controls)[MODEL_CONTROLS], (*about)[MODEL_STATE], (*gains)[MODEL_CONTROLS][MODEL_STATE];
    int first, rows; /* after the last row comes the first one */
    double length;
} feedback_law;

static int instant(int k) { return k$wraps; }

/* Returns share/2 x^T A x; adds its gradient to `slope` and its Hessian to `value`, where these are not null. */
static double weigh(const double (*A)[MODEL_STATE], double share, const double *x, double *slope,
                    double (*value)[MODEL_COLUMNS]) {
    double total = 0.0;
    for (int i = 0; i < MODEL_STATE; i++) {
        double along = 0.0;
        for (int j = 0; j < MODEL_STATE; j++) along += A[i][j] * x[j];
        total += 0.5 * share * x[i] * along;
        if (slope) slope[i] += share * along;
        for (int j = 0; value && j < MODEL_STATE; j++) value[i][j] += share * A[i][j];
    }
    return total;
}

/* Returns what the deviation dz costs at instant k by `share` of the running weight; adds as `weigh` does. */
static double running_cost(int k, double share, const double *dz, double *slope, double (*value)[MODEL_COLUMNS]) {
    double total = share > 0.0 ? weigh(state_weight, share, dz, slope, value) : 0.0;
//{ follows
    for (int i = 0; i < MODEL_STATE; i++) { /* towards the goals of what follows a path */
        total -= share * pull[k][i] * dz[i];
        if (slope) slope[i] -= share * pull[k][i];
    }
//}
    (void)k;
    return total;
}

/* Returns what dz costs at an instant between two steps of a plan; adds as `weigh` does. */
static double cost_between(int k, const double *dz, double *slope, double (*value)[MODEL_COLUMNS]) {
    double total = running_cost(instant(k), schedule[instant(k - 1)] + schedule[instant(k)], dz, slope, value);
    int single = instant_of[instant(k)]; //? instants
    if (single >= 0) total += weigh(instant_weights[single], 1.0, dz, slope, value); //? instants
    return total;
}

/* Returns what dz costs where a plan ends: by the last step's own weight, and all that comes later by LQR's
   cost-to-go, P and p; adds as `weigh` does. */
static double cost_behind(const model_plan *p, int k, const double *dz, double *slope, double (*value)[MODEL_COLUMNS]) {
    double total = running_cost(instant(k), schedule[instant(k - 1)], dz, slope, value);
    for (int i = 0; i < MODEL_STATE; i++) {
        double there = to_go_slope[instant(k)][i];
        there += p->ending[i]; //? expects
        total += there * dz[i];
        if (slope) slope[i] += there;
    }
    (void)p;
    return total + weigh(to_go[instant(k)], 1.0, dz, slope, value);
}

/* Takes step i of a plan that begins at step `first`, from z under a control, into `next`, and where it is asked for puts
   its Jacobian into J. Returns what model_advance does. */
static int try_step(model_$kind *b, int first, int i, const double *z, const double *control, double *next,
                    double (*J)[MODEL_COLUMNS]) {
    $wide w[MODEL_INPUTS];
    double before[MODEL_STATE];
    int outcome;
    memcpy(w, feedforward[instant(first + i)], sizeof w);
    for (int j = 0; j < MODEL_INPUTS; j++)
        for (int c = 0; c < MODEL_CONTROLS; c++) w[j] += actuators[j][c] * control[c];
    for (int j = 0; j < RANK; j++) w[j] += b->plan.left[i] * b->push[j]; //? expects
    memcpy(before, b->state, sizeof before);
    memcpy(b->state, z, sizeof b->state);
    if (J) {
        memset(J, 0, MODEL_STATE * sizeof *J);
        for (int j = 0; j < MODEL_STATE; j++) J[j][j] = 1.0;
    }
    b->jacobian = J;
    for (int j = 0; j < RANK; j++) b->lacking[j] = (double)feedforward[instant(first + i)][j]; //? things
    outcome = $advance(b, w);
    memset(b->lacking, 0, sizeof b->lacking); //? things
    b->jacobian = 0;
    memcpy(next, b->state, sizeof before);
    memcpy(b->state, before, sizeof before);
    for (int j = 0; j < MODEL_STATE && J; j++)
        if (!isfinite(square(J[j], MODEL_COLUMNS))) return MODEL_FAILED;
    return outcome;
}

/* What limits leave of each control beside the motion's own in step k. */
static void room(int k, double *low, double *high) {
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        low[c] = model_limits[c][0], high[c] = model_limits[c][1];
        low[c] -= own[$owned][c], high[c] -= own[$owned][c]; //? limited
    }
    (void)k;
}

/* Puts the control that a law's row has for the state z; `change` is d, of laws that have some length. */
static void put_control(const feedback_law *law, int row, const double *z, const double *change, double *control) {
    int at = (law->first + row) % law->rows;
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        control[c] = law->controls[at][c];
        if (law->length > 0.0) control[c] += law->length * change[c];
        for (int j = 0; j < MODEL_STATE; j++) control[c] += law->gains[at][c][j] * (z[j] - law->about[at][j]);
    }
}

/* Runs the model over the steps from `start` to `stop` of a plan of `count` steps, from the state that is there, under a
   law whose first row is that of `start`. Returns what they cost: infinite where a step fails, or where they would cost
   more than plan.most even if LQR went on without limits. If it `linearises`, plan.known says which steps have their
   Jacobians then. */
static double follow(model_$kind *b, const feedback_law *law, int first, int start, int stop, int count,
                     model_run *into, int linearises) {
    model_plan *p = &b->plan;
    double total = 0.0, dz[MODEL_STATE], low[MODEL_CONTROLS], high[MODEL_CONTROLS];
    for (int i = start; i < stop; i++) {
        int end = first + i + 1, stepped = 0;
        double *control = into->controls[i], *z = into->states[i], *next = into->states[i + 1];
        put_control(law, i - start, z, p->changes[i], control);
        room(instant(first + i), low, high);
        for (int c = 0; c < MODEL_CONTROLS; c++) /* what is no number stays so, and the step fails */
            control[c] = control[c] < low[c] ? low[c] : control[c] > high[c] ? high[c] : control[c];
        if (linearises)
            stepped = p->known[i] = try_step(b, first, i, z, control, next, p->jacobians[i]) == MODEL_DONE;
        if (!stepped && try_step(b, first, i, z, control, next, 0) != MODEL_DONE) return INFINITY;
        for (int j = 0; j < MODEL_STATE; j++) dz[j] = next[j] - states[instant(end)][j];
        for (int c = 0; c < MODEL_CONTROLS; c++)
            for (int d = 0; d < MODEL_CONTROLS; d++) total += 0.5 * control[c] * control_weight[c][d] * control[d];
        if (end < first + count) {
            if (isfinite(p->most) && total + cost_behind(p, end, dz, 0, 0) > p->most) return INFINITY;
            total += cost_between(end, dz, 0, 0);
        } else {
            total += cost_behind(p, end, dz, 0, 0);
        }
    }
    return isfinite(total) ? total : INFINITY;
}

/* Puts Cholesky's factor R, H = R^T R, of the entries that are not held. Returns 0 where H is not positive definite. */
static int factor_free(double (*H)[MODEL_CONTROLS], const int *held, double (*R)[MODEL_CONTROLS]) {
    for (int i = 0; i < MODEL_CONTROLS; i++)
        for (int j = i; j < MODEL_CONTROLS; j++) {
            double total = held[i] || held[j] ? (double)(i == j) : H[i][j];
            for (int k = 0; k < i; k++) total -= R[k][i] * R[k][j];
            if (j > i) R[i][j] = total / R[i][i];
            else if (total > 0.0) R[i][i] = sqrt(total);
            else return 0;
        }
    return 1;
}

/* Minimises 1/2 d^T H d + g^T d in a box by projected Newton steps. R is then the factor of the entries that no bound
   holds. Returns 0 where H is not positive definite. */
static int solve_box(double (*H)[MODEL_CONTROLS], const double *g, const double *low, const double *high, int *held,
                     double (*R)[MODEL_CONTROLS], double *d) {
    double slope[MODEL_CONTROLS], newton[MODEL_CONTROLS], trial[MODEL_CONTROLS];
    int exact = 0, loose = 0;
    memset(d, 0, sizeof slope);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int changed = round == 0;
        if (exact && loose) return 1;
        loose = 1;
        for (int i = 0; i < MODEL_CONTROLS; i++) {
            int holds = low[i] >= high[i];
            slope[i] = g[i];
            for (int j = 0; j < MODEL_CONTROLS; j++) slope[i] += H[i][j] * d[j];
            holds = holds || (d[i] <= low[i] && slope[i] > 0.0) || (d[i] >= high[i] && slope[i] < 0.0);
            changed = changed || holds != held[i];
            loose = loose && !holds;
            held[i] = holds;
        }
        if (exact && !changed) return 1;
        if (changed && !factor_free(H, held, R)) return 0;
        for (int i = 0; i < MODEL_CONTROLS; i++) {
            newton[i] = held[i] ? 0.0 : -slope[i];
            for (int k = 0; k < i; k++) newton[i] -= R[k][i] * newton[k];
            newton[i] /= R[i][i];
        }
        for (int i = MODEL_CONTROLS - 1; i >= 0; i--) {
            for (int j = i + 1; j < MODEL_CONTROLS; j++) newton[i] -= R[i][j] * newton[j];
            newton[i] /= R[i][i];
        }
        for (double length = 1.0;; length *= 0.5) { /* clipped, until the cost falls */
            double along = 0.0, curvature = 0.0;
            exact = length >= 1.0;
            for (int i = 0; i < MODEL_CONTROLS; i++) {
                double wanted = d[i] + length * newton[i];
                trial[i] = fmin(fmax(wanted, low[i]), high[i]);
                exact = exact && !(trial[i] < wanted || trial[i] > wanted);
            }
            if (exact) break;
            if (length <= SHORTEST) return 1;
            for (int i = 0; i < MODEL_CONTROLS; i++) {
                along += slope[i] * (trial[i] - d[i]);
                for (int j = 0; j < MODEL_CONTROLS; j++)
                    curvature += (trial[i] - d[i]) * H[i][j] * (trial[j] - d[j]);
            }
            if (along < 0.0 && along + 0.5 * curvature <= BOX_SUFFICIENT * along) break;
        }
        memcpy(d, trial, sizeof trial);
    }
    return 1;
}

/* Four rows of A^T B, from row i and a column on. */
static void put_rows_of(double (*A)[MODEL_COLUMNS], int i, double (*B)[MODEL_COLUMNS], int from,
                        double (*rows)[MODEL_COLUMNS]) {
    for (int j = from; j < MODEL_COLUMNS; j += LANES) {
        lanes sums[4];
        memset(sums, 0, sizeof sums);
        for (int k = 0; k < MODEL_STATE; k++)
            for (int m = 0; m < 4; m++) sums[m] += *(const lanes *)(B[k] + j) * A[k][i + m];
        for (int m = 0; m < 4; m++) *(lanes *)(rows[m] + j) = sums[m];
    }
}

/* The rest of the motion costs 1/2 dz^T V dz + v^T dz in deviations from a run. Takes V and v from the end of step i, the
   k-th of the motion, to its beginning, and puts the change d of its control and its gains. With J the step's Jacobian,
   Q = J^T V J and q = J^T v are Hessian and gradient by state and control. Returns 0 where no minimum exists. */
static int step_back(model_plan *p, int i, int k, const double *control, double (*gain)[MODEL_STATE]) {
    double (*J)[MODEL_COLUMNS] = p->jacobians[i], (*Q)[MODEL_COLUMNS] = p->quadratic, (*V)[MODEL_COLUMNS] = p->value;
    double *d = p->changes[i], q[MODEL_COLUMNS] = {0.0}, low[MODEL_CONTROLS], high[MODEL_CONTROLS];
    double H[MODEL_CONTROLS][MODEL_CONTROLS], R[MODEL_CONTROLS][MODEL_CONTROLS], *qc = q + MODEL_STATE;
    int held[MODEL_CONTROLS] = {0};
    for (int m = 0; m < MODEL_STATE; m += 4) put_rows_of(V, m, J, 0, p->product + m);
    for (int m = 0; m < MODEL_COLUMNS; m += 4) put_rows_of(J, m, p->product, m & ~7, Q + m); /* its upper triangle */
    for (int m = 0; m < MODEL_STATE; m++)
        for (int j = 0; j < MODEL_COLUMNS; j++) q[j] += J[m][j] * p->slope[m];
    room(k, low, high);
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        low[c] -= control[c], high[c] -= control[c];
        for (int e = 0; e < MODEL_CONTROLS; e++) {
            H[c][e] = Q[MODEL_STATE + (c < e ? c : e)][MODEL_STATE + (c < e ? e : c)] + control_weight[c][e];
            qc[c] += control_weight[c][e] * control[e];
        }
    }
    if (!solve_box(H, qc, low, high, held, R, d)) return 0;
    for (int c = 0; c < MODEL_CONTROLS; c++) { /* K = -R^-1 R^-T Q_cz of what is not held */
        for (int j = 0; j < MODEL_STATE; j++) gain[c][j] = held[c] ? 0.0 : -Q[j][MODEL_STATE + c];
        for (int e = 0; e < c; e++)
            for (int j = 0; j < MODEL_STATE; j++) gain[c][j] -= R[e][c] * gain[e][j];
        for (int j = 0; j < MODEL_STATE; j++) gain[c][j] /= R[c][c];
    }
    for (int c = MODEL_CONTROLS - 1; c >= 0; c--) {
        for (int e = c + 1; e < MODEL_CONTROLS; e++)
            for (int j = 0; j < MODEL_STATE; j++) gain[c][j] -= R[c][e] * gain[e][j];
        for (int j = 0; j < MODEL_STATE; j++) gain[c][j] /= R[c][c];
    }
    memcpy(p->slope, q, sizeof p->slope);
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        p->expected[0] += qc[c] * d[c];
        for (int e = 0; e < MODEL_CONTROLS; e++) p->expected[1] += d[c] * H[c][e] * d[e];
        for (int j = 0; j < MODEL_STATE; j++) p->slope[j] += d[c] * Q[j][MODEL_STATE + c];
    }
    for (int m = 0; m < MODEL_STATE; m++) { /* V = Q_zz + Q_zc K */
        for (int c = 0; c < MODEL_CONTROLS; c++)
            for (int j = m & ~7; j < MODEL_STATE; j++) Q[m][j] += Q[m][MODEL_STATE + c] * gain[c][j];
        for (int j = m; j < MODEL_STATE; j++) V[m][j] = V[j][m] = Q[m][j];
    }
    return 1;
}

/* Puts changes and gains of all steps of a run, from the last to the first. Returns 0 where a step fails. */
static int go_back(model_$kind *b, int first, int count, model_run *run,
                   double (*gain)[MODEL_CONTROLS][MODEL_STATE]) {
    model_plan *p = &b->plan;
    double dz[MODEL_STATE], following[MODEL_STATE];
    memset(p->value, 0, sizeof p->value);
    memset(p->slope, 0, sizeof p->slope);
    p->expected[0] = p->expected[1] = 0.0;
    for (int i = count; i > 0; i--) {
        int k = instant(first + i - 1);
        double *control = run->controls[i - 1], *z = run->states[i - 1];
        for (int j = 0; j < MODEL_STATE; j++) dz[j] = run->states[i][j] - states[instant(first + i)][j];
        if (i == count) cost_behind(p, first + i, dz, p->slope, p->value);
        else cost_between(first + i, dz, p->slope, p->value);
        if (!p->known[i - 1] && try_step(b, first, i - 1, z, control, following, p->jacobians[i - 1]) != MODEL_DONE)
            return 0;
        p->known[i - 1] = 0; /* the next run is another */
        if (!step_back(p, i - 1, k, control, gain[i - 1])) return 0;
    }
    return 1;
}

/* How many steps a plan is old; below 0 where there is none, or where it is of later steps. */
static int age_of(const model_plan *p, int k) {
    int age = k - p->first;
    if (!p->count) return -1;
    return age < 0 ? age + $round : age;
}

/* LQR as a law from step k on. */
static feedback_law lqr_from(int k) {
    feedback_law law = {offset, states, gains, k, MODEL_STEPS, 0.0};
    return law;
}

/* A run with one of the two sets of gains as a law, from one of its rows on. */
static feedback_law plan_from(const model_plan *p, int run, int fed, int row, double length) {
    feedback_law law = {p->runs[run].controls, p->runs[run].states, p->gains[fed], row, MODEL_AHEAD, length};
    return law;
}

/* Which run a plan begins with, 0 to 2, and what it costs; `kept` says whether that is the last plan's, shifted. Where
   LQR's cost-to-go bounds costs from below, LQR's run is tried only if the plan's costs far more than the plan promised:
   then a hard push came. It is given up once it cannot be the better one. */
static int begin_plan(model_$kind *b, int k, int count, const double *z, double *cost, int *kept) {
    model_plan *p = &b->plan;
    int age = age_of(p, k), one = (p->run + 1) % 3, other = (p->run + 2) % 3, bounds = $bounds;
    double shifted = INFINITY, linear;
    feedback_law law;
    if (b->expects) bounds = 0; /* the cost-to-go knows nothing of the force */ //? expects
    memset(p->known, 0, sizeof p->known);
    p->most = INFINITY;
    memcpy(p->runs[one].states[0], z, sizeof p->runs[one].states[0]);
    memcpy(p->runs[other].states[0], z, sizeof p->runs[other].states[0]);
    if (age >= 0 && age < p->count) {
        int left = p->count - age < count ? p->count - age : count;
        law = plan_from(p, p->run, p->fed, age, 0.0);
        shifted = follow(b, &law, k, 0, left, count, &p->runs[one], 1);
        law = lqr_from(instant(k + left));
        if (isfinite(shifted)) shifted += follow(b, &law, k, left, count, count, &p->runs[one], 1);
    }
    *kept = 1;
    *cost = shifted;
    if (bounds && shifted <= HARD * p->cost) return one;
    if (bounds) p->most = shifted;
    law = lqr_from(k);
    linear = follow(b, &law, k, 0, count, count, &p->runs[other], 0);
    p->most = INFINITY;
    if (shifted <= linear && isfinite(shifted)) return one;
    memset(p->known, 0, sizeof p->known);
    *kept = 0;
    *cost = linear;
    return other;
}

//{ contact
static void exchange(double *one, double *other, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof *one; i++) {
        double kept = one[i];
        one[i] = other[i], other[i] = kept;
    }
}

/* Plans look at shapes for themselves: what they saw last says which of their own steps have to be halved. */
static void exchange_looks(model_body *b) {
    model_plan *p = &b->plan;
    int looked = b->looked, fruitless = b->fruitless;
    exchange(b->seen, p->seen, sizeof p->seen);
    exchange(b->seen_poses[0], p->seen_poses[0], sizeof p->seen_poses);
    exchange(b->seen_far, p->seen_far, sizeof p->seen_far);
    exchange(b->gaps[0], p->gaps[0], sizeof p->gaps);
    b->looked = p->looked, b->fruitless = p->fruitless, p->looked = looked, p->fruitless = fruitless;
}

//}
/* Makes the plan of step k from the state z; where none can be made, the last one stays. */
static void make_plan(model_$kind *b, int k, const double *z) {
    model_plan *p = &b->plan;
    int count = MODEL_AHEAD, kept, run, spare, fed = 1 - p->fed, target = fed;
    double cost;
    if (count > MODEL_STEPS - k) count = MODEL_STEPS - k; //? !repeats
//{ expects
    memset(p->ending, 0, sizeof p->ending);
    p->left[0] = b->expects ? 1.0 : 0.0;
    for (int i = 0; i < count; i++) p->left[i + 1] = DECAY * p->left[i];
    for (int i = 0; i < MODEL_STATE; i++)
        for (int j = 0; j < RANK; j++)
            p->ending[i] += p->left[count] * by_force[instant(k + count)][i][j] * b->push[j];
//}
    run = begin_plan(b, k, count, z, &cost, &kept);
    if (!isfinite(cost)) return;
    spare = (run + 1) % 3;
    for (int iteration = 0; iteration < PLAN_ITERATIONS; iteration++) {
        double length = 1.0, found = INFINITY;
        if (iteration) target = 1 - fed;
        if (!go_back(b, k, count, &p->runs[run], p->gains[target])) {
            for (int i = 0; i < count && iteration == 0; i++) { /* the gains that belong to the run itself */
                int row = age_of(p, k) + i, last = kept && row < p->count;
                if (last) memcpy(p->gains[fed][i], p->gains[1 - fed][row], sizeof gains[0]);
                else memcpy(p->gains[fed][i], gains[instant(k + i)], sizeof gains[0]);
            }
            break;
        }
        fed = target;
        memcpy(p->runs[spare].states[0], z, sizeof p->runs[spare].states[0]);
        int trials = -p->expected[0] <= ROUND_OFF * fabs(cost) ? 1 : TRIALS;
        for (; trials > 0; trials--, length *= 0.5) {
            feedback_law law = plan_from(p, run, fed, 0, length);
            double decrease = length * p->expected[0] + 0.5 * length * length * p->expected[1];
            if (!(p->expected[0] < 0.0)) break;
            found = follow(b, &law, k, 0, count, count, &p->runs[spare], 0);
            if (found <= cost + SUFFICIENT_DECREASE * decrease) break;
            found = INFINITY;
        }
        if (!isfinite(found)) break;
        int before = run;
        run = spare, spare = before, cost = found;
    }
    p->run = run, p->fed = fed, p->first = k, p->count = count, p->cost = cost;
}

/* Puts the control of step k in the state z: that of the newest plan with its own gains, or LQR's. */
static void decide(model_$kind *b, int k, const double *z, double *control) {
    model_plan *p = &b->plan;
    int age = age_of(p, k);
    feedback_law law;
    if (age < 1 || age >= p->count) p->count = 0, age = -1; /* it has ended, or is of other steps */
    if (age < 0 || age >= EVERY) {
        exchange_looks(b); //? contact
        make_plan(b, k, z);
        exchange_looks(b); //? contact
        age = age_of(p, k);
    }
    law = age >= 0 && age < p->count ? plan_from(p, p->run, p->fed, age, 0.0) : lqr_from(k);
    put_control(&law, 0, z, 0, control);
}
