/* After a step: corrects the state by what markers measure (m, three coordinates each), and `push`, which then //? !handle
/* After a step: corrects the state by what markers measure (m, three coordinates each, in the frame of the handle: //? handle
   R^T (x - pose) of a marker at x in space, by model_poses[b->step]), and `push`, which then //? handle
   is the force that is suspected. A body that is told so is an observer, and its `control` what a robot is to
   do in that step beside what the motion itself does. 0: nothing was measured then, nor was it where a number is
   missing (NAN). */
void model_observe(model_body *b, const double *measured) {
    for (int i = 0; i < RANK; i++) b->push[i] *= DECAY;
    if (!measured) return;
    double missed[MODEL_MARKERS], sum = 0.0;
    for (int m = 0; m < MODEL_MARKERS; m++) {
        missed[m] = measured[m] - marker_rest[m];
        for (int i = 0; i < RANK; i++) missed[m] -= marker_modes[m][i] * b->state[i];
        sum += missed[m];
    }
    if (!isfinite(sum)) return;
    for (int m = 0; m < MODEL_MARKERS; m++) {
        for (int i = 0; i < MODEL_STATE; i++) b->state[i] += observer_gains[i][m] * missed[m];
        for (int i = 0; i < RANK; i++) b->push[i] += observer_gains[MODEL_STATE + i][m] * missed[m];
    }
}
