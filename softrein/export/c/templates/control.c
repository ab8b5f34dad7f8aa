/* To the first state of the motion, under control, with nothing that disturbs. */ //? !released
/* To the first state of the motion, without control, with nothing that disturbs. */ //? released
void model_reset(model_$kind *b) {
    memset(b, 0, sizeof *b);
    memcpy(b->state, states[0], sizeof b->state);
    b->controlled = 1; //? !released
}

/* The reduced force that disturbs from now on; zeros: none. It counts as unknown to the feedback. */ //? !expects
/* The reduced force that disturbs from now on; zeros: none. Feedback reckons with it if b->expects. */ //? expects
void model_push(model_$kind *b, const double force[MODEL_RANK]) {
    memcpy(b->push, force, sizeof b->push);
}

//{ tools
/* In the coming step a tool moves so, and not as the motion has it: from a translation (m) and a rotation vector
   (rad), both from where it is at rest, with a velocity (m/s) and an angular velocity (rad/s), all in space. */
void model_move(model_body *b, int tool, const double way[12]) {
    memcpy(b->moves[tool], way, sizeof b->moves[tool]);
    b->moved[tool] = 1;
}

//}
//{ !plans
/* The feedback c = K_k (z - z_ref,k) + k_k. */
static void decide(model_$kind *b, int k, const double *z, double *control) {
    double deviation[MODEL_STATE];
    int at = 0; /* the gains' number */ //? !stepwise
    double share = 0.0; /* how far it is to the next ones */ //? keyed
    while (at + 2 < KEYS && key_steps[at + 1] <= k) at++; //? keyed
    share = (double)(k - key_steps[at]) / (double)(key_steps[at + 1] - key_steps[at]); //? keyed
    for (int j = 0; j < MODEL_STATE; j++) deviation[j] = z[j] - states[k][j];
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        const double *gain = gains[$gain][c];
        const double *next = gains[at + 1][c]; //? keyed
        double feedback = 0.0;
        feedback += offset[k][c]; //? offset
        for (int j = 0; j < MODEL_STATE; j++)
            feedback += gain[j] * deviation[j]; //? !keyed
            feedback += (gain[j] + share * (next[j] - gain[j])) * deviation[j]; //? keyed
        control[c] = feedback;
    }
    (void)b;
}

//}
/* What is given and the feedback, held within what limits leave beside the motion's own part. */
static void set_control(model_$kind *b, const double *z, int k) {
    double feedback[MODEL_CONTROLS];
    memset(feedback, 0, sizeof feedback);
    if (b->controlled) decide(b, k, z, feedback);
    else b->plan.count = 0; /* it would be of another state later */ //? plans
    for (int c = 0; c < MODEL_CONTROLS; c++) {
        double total = b->given[c] + feedback[c];
        double low = model_limits[c][0] - own[$owned][c], high = model_limits[c][1] - own[$owned][c]; //? limited
        total = total < low ? low : total > high ? high : total; /* what is no number stays so, and the step fails */ //? limited
        b->control[c] = total;
    }
}

/* One step of the motion: MODEL_DONE, MODEL_ENDED where it has no further step, or MODEL_FAILED. */
int model_step(model_$kind *b) {
    $wide w[MODEL_INPUTS];
    int k = b->step, outcome;
    if (k >= MODEL_STEPS) return MODEL_ENDED;
    memcpy(w, feedforward[k], sizeof w);
    if (!b->controlled) memcpy(w, uncontrolled[k], sizeof w); //? idle
    for (int i = 0; i < RANK; i++) w[i] += b->push[i];
    for (int t = 0; t < MODEL_TOOLS; t++) //? tools
        for (int i = 0; b->moved[t] && i < 12; i++) w[RANK + FIRST_TOOL + 12 * t + i] = b->moves[t][i]; //? tools
    for (int i = 0; b->carries && i < 9; i++) w[RANK + FIRST_HANDLE + i] = b->carry[i]; //? handheld
    b->carries = 0; //? handheld
    set_control(b, b->state, k);
    for (int i = 0; i < MODEL_INPUTS; i++)
        for (int c = 0; c < MODEL_CONTROLS; c++) w[i] += actuators[i][c] * b->control[c];
    for (int i = 0; i < RANK; i++) b->lacking[i] = (double)feedforward[k][i]; //? things
    outcome = $advance(b, w);
    memset(b->lacking, 0, sizeof b->lacking); //? things
    memset(b->moved, 0, sizeof b->moved); //? tools
    if (outcome == MODEL_FAILED) return MODEL_FAILED;
    b->step = $following;
    return MODEL_DONE;
}
