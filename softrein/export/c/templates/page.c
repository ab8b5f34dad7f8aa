/* What a page asks for besides: where parts of a body are in memory, and how they are set. */
double *model_state_of(model_body *b) { return b->state; }

double *model_push_of(model_body *b) { return b->push; }

double *model_control_of(model_body *b) { return b->control; }

//{ contact
/* Where shapes were at the end of the last step, twelve numbers each. */
double *model_poses_of(model_body *b) { return b->poses[2][0]; }

double *model_moves_of(model_body *b, int tool) {
    b->moved[tool] = 1;
    return b->moves[tool];
}

//}
/* How the handle moves in the coming step, whose caller writes it: a, w and q. */
double *model_carry_of(model_body *b) {
    b->carries = 1;
    return b->carry;
}

/* What drove cables and then chambers in the last step. */
double *model_driven_of(model_body *b) { return b->driven; }

int model_step_of(const model_body *b) { return b->step; }

void model_go_to(model_body *b, int step, int controlled) { b->step = step, b->controlled = controlled; }

//{ contact
/* With which each shape pressed on the body in the last part of a step: a force (N), the middle of where (m). */
void model_pressed(const model_body *b, double found[MODEL_SHAPES][6]) {
    memset(found, 0, MODEL_SHAPES * sizeof *found);
    for (int o = 0; o < SHAPES; o++) {
        double total = 0.0, x[3];
        for (int k = 0; k < b->touching; k++) {
            const model_touch *t = &b->touches[k];
            double size = sqrt(square(t->force, 3));
            if (t->shape != o || owners[t->sample] >= 0) continue;
            place_at(t->sample, b->position, x);
            for (int a = 0; a < 3; a++) found[o][a] += t->force[a], found[o][3 + a] += size * x[a];
            total += size;
        }
        for (int a = 3; a < 6 && total > 0.0; a++) found[o][a] /= total;
    }
}
//}
