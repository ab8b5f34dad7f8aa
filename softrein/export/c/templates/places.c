//{ points
/* Where one of the named points is, in m. */
void model_position(const model_body *b, int point, double x[3]) {
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = points[point][axis];
        for (int i = 0; i < RANK; i++) x[axis] += point_modes[point][axis][i] * b->state[i];
    }
}

/* A force (N) on one of the named points, from now on, besides what disturbs already. */
void model_push_at(model_body *b, int point, const double force[3]) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < RANK; i++) b->push[i] += point_modes[point][axis][i] * force[axis];
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
}
