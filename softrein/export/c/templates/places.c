//{ handle
/* A place in the handle's frame, in place, to where it is in space. */
static void put_in_space(const model_body *b, double x[3]) {
    const double *pose = model_poses[b->step], y[3] = {x[0], x[1], x[2]};
    for (int a = 0; a < 3; a++) {
        x[a] = pose[a];
        for (int c = 0; c < 3; c++) x[a] += pose[3 + 3 * a + c] * y[c];
    }
}

//}
//{ points
/* Where one of the named points is, in m. */
void model_position(const model_body *b, int point, double x[3]) {
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = points[point][axis];
        for (int i = 0; i < RANK; i++) x[axis] += point_modes[point][axis][i] * b->state[i];
    }
    put_in_space(b, x); //? handle
}

/* A force (N) on one of the named points, from now on, besides what disturbs already. */ //? !handle
/* A force (N) on one of the named points, besides what disturbs already. It is in space, and turned as the handle //? handle
   is in the middle of the coming step: while that turns, model_push and this come anew before each step. */ //? handle
void model_push_at(model_body *b, int point, const double force[3]) {
    const double *turn = handle_turns[b->step < MODEL_STEPS ? b->step : MODEL_STEPS - 1]; //? handle
    double turned[3] = {0.0}; //? handle
    for (int at = 0; at < 9; at++) turned[at % 3] += turn[at] * force[at / 3]; //? handle
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < RANK; i++) b->push[i] += point_modes[point][axis][i] * force[axis]; //? !handle
        for (int i = 0; i < RANK; i++) b->push[i] += point_modes[point][axis][i] * turned[axis]; //? handle
}

//}
//{ axes
/* Where the middle of a free box or capsule is, in m, and row by row the matrix whose columns are its axes: a
   rotation but for some 1e-4, by which what keeps it rigid gives way. */
void model_pose(const model_body *b, int thing, double pose[12]) {
    for (int which = 0; which < 4; which++) {
        double x[3];
        place_at(things[thing] + which, b->state, x);
        for (int a = 0; a < 3; a++) pose[which ? 2 + 3 * a + which : a] = x[a];
    }
}

//}
/* Where all vertices of the surface are, in m. */
void model_surface(const model_body *b, double x[MODEL_VERTICES][3]) {
    for (int vertex = 0; vertex < MODEL_VERTICES; vertex++)
        for (int axis = 0; axis < 3; axis++) {
            double place = vertices[vertex][axis];
            for (int i = 0; i < RANK; i++) place += vertex_modes[vertex][axis][i] * b->state[i];
            x[vertex][axis] = place;
        }
    for (int vertex = 0; vertex < MODEL_VERTICES; vertex++) put_in_space(b, x[vertex]); //? handle
}
