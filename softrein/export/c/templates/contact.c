/* Contact of samples x = X + D p of the surface, each with a rest area a, with rigid shapes. With s = LAYER - phi
   the pressure is k s^2 / LAYER, linear beyond LAYER, of which a step from s to t has the mean. Friction and
   damping are minus the gradient, by the velocity u beside the shape's, of
   R = mu F (sqrt(|u_t|^2 + SLIP^2) - SLIP) + 1/2 C min(u_n, 0)^2,  C = CLOSING F + DAMPED p'. */

/* psi at s > 0, the pressure p, p' and p''. */
static void press(double s, double k, double found[4]) {
    int soft = s <= LAYER;
    found[0] = soft ? k * s * s * s / (3.0 * LAYER) : k * (LAYER * LAYER / 3.0 + s * s - LAYER * s);
    found[1] = soft ? k * s * s / LAYER : k * (2.0 * s - LAYER);
    found[2] = soft ? 2.0 * k * s / LAYER : 2.0 * k;
    found[3] = soft ? 2.0 * k / LAYER : 0.0;
}

/* The means of p and of p' on the way from s to t, each with its derivative by t. */
static void press_between(double s, double t, double k, double found[4]) {
    if (s >= 0.0 && t >= 0.0 && s <= LAYER && t <= LAYER) {
        double third = k / (3.0 * LAYER);
        found[0] = third * (s * s + s * t + t * t), found[1] = third * (s + 2.0 * t);
        found[2] = 3.0 * third * (s + t), found[3] = 3.0 * third;
    } else if (s >= LAYER && t >= LAYER) {
        found[0] = k * (s + t - LAYER), found[1] = k, found[2] = 2.0 * k, found[3] = 0.0;
    } else if (fabs(t - s) < NEAR * LAYER) {
        double at[4];
        press(fmax(0.5 * (s + t), 0.0), k, at);
        found[0] = at[1], found[1] = 0.5 * at[2], found[2] = at[2], found[3] = 0.5 * at[3];
    } else {
        double before[4], after[4];
        press(fmax(s, 0.0), k, before);
        press(fmax(t, 0.0), k, after);
        found[0] = (after[0] - before[0]) / (t - s), found[2] = (after[1] - before[1]) / (t - s);
        found[1] = (after[1] - found[0]) / (t - s), found[3] = (after[2] - found[2]) / (t - s);
    }
}

/* The energy of the middle of such a step whose slope is the mean pressure, by Gauss's four points. */
static double press_energy(double s, double t, double k) {
    double total = 0.0, found[4];
    for (int i = 0; i < 4; i++) {
        press_between(s, s + gauss_points[i] * (t - s), k, found);
        total += gauss_weights[i] * found[0];
    }
    return 0.5 * (t - s) * total;
}

/* D v of a sample. */
static void change_at(int i, const double *v, double u[3]) {
    for (int a = 0; a < 3; a++) {
        u[a] = 0.0;
        for (int j = 0; j < RANK; j++) u[a] += sample_modes[i][a][j] * v[j];
    }
}

static void place_at(int i, const double *p, double x[3]) {
    change_at(i, p, x);
    for (int a = 0; a < 3; a++) x[a] += samples[i][a];
}

static double distance_between(const double *a, const double *b, int count) {
    double total = 0.0;
    for (int i = 0; i < count; i++) total += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(total);
}

/* Whether a sample may touch a shape: of two free balls the later one does, by its middle. */ //? !axes
/* Whether a sample may touch a shape. Of two balls, or two capsules, that of the later one does; a ball //? axes
   touches what has axes, a capsule boxes, and corners all that has axes. */ //? axes
static int meets(int o, int i) {
    int owner = owners[i];
    if (owner < 0 || moving[o] > -2) return owner != -2;
    int one = shape_kinds[owner], other = shape_kinds[o]; //? axes
    if (one == BOX) return other != SPHERE && o != owner; //? axes
    if (one != other) return one < other; //? axes
    return o < owner;
}
//{ tools

/* exp(scale [q]x) times the rotation of a pose, into another's. */
static void rotate(const double q[3], double scale, const double from[12], double to[12]) {
    double x = scale * q[0], y = scale * q[1], z = scale * q[2], angle = sqrt(x * x + y * y + z * z);
    double sine = angle > 0.0 ? sin(angle) / angle : 1.0, half = angle > 0.0 ? sin(0.5 * angle) / angle : 0.5;
    for (int c = 3; c < 6; c++) {
        double a = from[c], b = from[c + 3], d = from[c + 6], dot = x * a + y * b + z * d;
        to[c] = a + sine * (y * d - z * b) + 2.0 * half * half * (x * dot - angle * angle * a);
        to[c + 3] = b + sine * (z * a - x * d) + 2.0 * half * half * (y * dot - angle * angle * b);
        to[c + 6] = d + sine * (x * b - y * a) + 2.0 * half * half * (z * dot - angle * angle * d);
    }
}

/* Where tools are in a part of a step, at its start, middle and end; how fast the fastest goes. */
static double place_tools(model_body *b, double since) {
    double fastest = 0.0, begun[12];
    for (int o = 0; o < SHAPES; o++) {
        const double *motion;
        double speed;
        if (moving[o] < 0) continue;
        motion = b->driven + FIRST_TOOL + 12 * moving[o];
        memcpy(b->speeds[o], motion + 6, sizeof b->speeds[o]);
        rotate(motion + 3, 1.0, shape_poses[o], begun);
        for (int when = 0; when < 3; when++) {
            double after = since + (double)when * b->half;
            rotate(motion + 9, after, begun, b->poses[when][o]);
            for (int a = 0; a < 3; a++)
                b->poses[when][o][a] = shape_poses[o][a] + motion[a] + after * motion[6 + a];
        }
        speed = sqrt(square(motion + 6, 3));
        fastest = fmax(fastest, speed);
        b->travel[o] = 2.0 * b->half * (speed + sqrt(square(motion + 9, 3)) * extents[o]) / strides[o];
    }
    return fastest;
}
//}
//{ things

/* How fast the fastest free thing goes; how far each would go in the part, over what it may. */
static double travel_of_things(model_body *b, const double *v) {
    double fastest = 0.0, u[3], speed;
    b->turned = 0.0;
    for (int o = 0; o < SHAPES; o++) {
        double turning = 0.0; /* of its axes, 1/s */
        if (moving[o] > -2) continue;
        for (int axis = 0; axis < 3 && rigidity[o] > 0.0; axis++) {
            change_at(axis - 1 - moving[o], v, u);
            turning += square(u, 3);
        }
        change_at(-2 - moving[o], v, u);
        speed = sqrt(square(u, 3)), turning = sqrt(turning);
        fastest = fmax(fastest, speed);
        b->turned = fmax(b->turned, 2.0 * b->half * turning);
        b->travel[o] = 2.0 * b->half * (speed + turning * extents[o]) / strides[o];
    }
    return fastest;
}

/* The gradient of a free thing's velocity, row by row: the sum of e_c' e_c^T of its axes, or [W]x of a ball. */
static void put_spin(model_body *b, int o) {
    double *spin = b->spins[o];
    memset(spin, 0, sizeof b->spins[o]);
    for (int a = 0; a < 3; a++) {
        int c = (a + 1) % 3, d = (a + 2) % 3;
        for (int at = 0; at < 9 && rigidity[o] > 0.0; at++)
            spin[3 * a + at / 3] += b->rates[o][at % 3][a] * b->poses[1][o][3 + at];
        if (rigidity[o] > 0.0) continue;
        spin[3 * a + d] = b->speeds[o][3 + c], spin[3 * a + c] = -b->speeds[o][3 + d];
    }
}

/* Free things to where a part of a step whose middle is at p has them: a middle, and its turning or three axes. */
static void carry_things(model_body *b, const double *p) {
    double x[3], from[3];
    for (int o = 0; o < SHAPES; o++) {
        int axes = rigidity[o] > 0.0;
        if (moving[o] > -2) continue;
        for (int which = 0; which < (axes ? 4 : 2); which++) {
            place_at(which - 2 - moving[o], p, x);
            place_at(which - 2 - moving[o], b->from, from);
            for (int a = 0; a < 3; a++) {
                int at = which == 0 ? a : 2 + 3 * a + which; /* in a pose */
                double rate = (x[a] - from[a]) / b->half;
                if (!axes) b->speeds[o][3 * which + a] = rate;
                else if (which > 0) b->rates[o][which - 1][a] = rate;
                if (!axes && which > 0) continue;
                b->poses[0][o][at] = from[a], b->poses[1][o][at] = x[a];
                b->poses[2][o][at] = 2.0 * x[a] - from[a];
            }
        }
        put_spin(b, o);
    }
}
//}

/* Looks at all samples from p, with shapes where the part of the step begins. */
static void look(model_body *b, const double *p) {
    double x[3], found[FOUND];
    memcpy(b->seen_poses, b->poses[0], sizeof b->seen_poses);
    memset(b->seen_far, 0, sizeof b->seen_far);
    for (int i = 0; i < SAMPLES; i++) {
        place_at(i, p, x);
        for (int o = 0; o < SHAPES; o++) {
            b->gaps[o][i] = INFINITY;
            if (!meets(o, i)) continue;
            b->gaps[o][i] = measure(o, b->poses[0][o], x, found);
            if (shape_kinds[o] == GRID) /* beyond it the distance is a bound, from the least on its rim */ //? grids
                b->gaps[o][i] = fmin(b->gaps[o][i], grid_frames[(int)shape_sizes[o][0]][4]); //? grids
            b->gaps[o][i] -= radii[i];
            b->seen_far[o] = fmax(b->seen_far[o], distance_between(x, b->poses[0][o], 3));
        }
    }
    memcpy(b->seen, p, sizeof b->seen);
    b->fruitless = 0, b->looked = 1;
}

/* How far the ends of a part of a step, whose middle is at p, are from where samples were looked at. */
static double moved_since(const model_body *b, const double *p) {
    double end[RANK];
    for (int j = 0; j < RANK; j++) end[j] = 2.0 * p[j] - b->from[j];
    return fmax(distance_between(b->from, b->seen, RANK), distance_between(end, b->seen, RANK));
}

/* By how much at most a shape's motion since then has changed any sample's distance. */
static double shifted(const model_body *b, int o, double moved) {
    double shift = 0.0, turn = 0.0;
    for (int when = 0; when < 3 && moving[o] != -1; when += 2) {
        const double *pose = b->poses[when][o], *seen = b->seen_poses[o];
        shift = fmax(shift, distance_between(pose, seen, 3));
        turn = fmax(turn, distance_between(pose + 3, seen + 3, 9));
    }
    return shift + turn * (b->seen_far[o] + LARGEST_REACH * moved + shift);
}

/* Whether a shape does anything by its velocity. */
static int rubs(int o) {
    return friction[o] > 0.0 || CLOSING > 0.0 || DAMPED > 0.0;
}

//{ axes
/* Where the sample at x is in the frame of a shape that has axes, as the part begins, and as it ends. */
static void put_way(const model_body *b, int o, int i, const double x[3], double first[3], double last[3]) {
    double end[3];
    for (int a = 0; a < 3; a++) end[a] = 2.0 * x[a] - b->begun[o][i][1 + a];
    put_within(b->poses[0][o], b->begun[o][i] + 1, first);
    put_within(b->poses[2][o], end, last);
}

//}
/* How deep x is within a shape's layer at one of the three moments of the part. */ //? !axes
/* How deep x is within a shape's layer at one of the three moments of the part. What has axes is met in its //? axes
   frame, in the middle half-way between where x is there at the start and at the end. */ //? axes
static double inside(const model_body *b, int o, int i, int when, const double x[3], double found[FOUND]) {
//{ axes
    if (rigidity[o] > 0.0) {
        double first[3], y[3];
        if (when == 1) put_way(b, o, i, x, first, y);
        else put_within(b->poses[when][o], x, y);
        for (int a = 0; a < 3 && when == 1; a++) y[a] = 0.5 * (first[a] + y[a]);
        return LAYER + radii[i] - measure_within(o, y, found);
    }
//}
    return LAYER + radii[i] - measure(o, b->poses[when][o], x, found);
}

/* Whether a sample may be within `near` of a shape in a part of a step in which the state goes at most `ahead`. */
static int may_meet(const model_body *b, int o, int i, double ahead, double near) {
    const double *start = b->poses[0][o], *end = b->poses[2][o];
    double x[3], found[FOUND], way = reach[i] * ahead + distance_between(end, start, 3);
    place_at(i, b->from, x);
    way += distance_between(end + 3, start + 3, 9) * distance_between(x, start, 3);
    return LAYER - inside(b, o, i, 0, x, found) - steep[o] * way < near;
}

//{ things
/* Whether the body is about as close to a free thing as both go in two such parts of a step. */
static int in_reach(model_body *b, int o, const double *v, double half, double moved) {
    double near = LAYER + BESIDE * extents[o] + 0.5 * AHEAD * b->travel[o] * strides[o], shift = shifted(b, o, moved);
    double ahead = AHEAD * half * sqrt(square(v, RANK)), u[3], x[3], found[FOUND];
    for (int i = 0; i < SAMPLES; i++) {
        if (owners[i] != -1) continue;
        if (b->gaps[o][i] - steep[o] * (reach[i] * moved + shift) >= near + reach[i] * ahead) continue;
        place_at(i, b->from, x), change_at(i, v, u);
        if (LAYER - inside(b, o, i, 0, x, found) < near + AHEAD * half * sqrt(square(u, 3))) return 1;
        b->fruitless++;
    }
    return 0;
}

//}
/* A part of a step begins: whether it may be taken, or is halved because something would jump in it. */
static int begin_contact(model_body *b, double since, double half) {
    double fastest = 0.0, moved, ahead, near;
    const double *p = b->state, *v = b->state + RANK;
    if (HANDLED) return 1; /* a body with a handle touches nothing */ //? handheld
    b->half = half;
    b->turning = 0; //? !axes
    b->turning = RIGID; /* what turns is far from symmetric */ //? axes
    memset(b->known, 0, sizeof b->known);
    memcpy(b->from, p, sizeof b->from);
    for (int when = 0; when < 3; when++) memcpy(b->poses[when], shape_poses, sizeof shape_poses);
    fastest = place_tools(b, since); //? tools
    fastest = fmax(fastest, travel_of_things(b, v)); //? things
    carry_things(b, p); //? things
    (void)since;
    moved = b->looked ? moved_since(b, p) : INFINITY;
    if (!(moved < INFINITY && b->fruitless <= MOST_FRUITLESS)) {
        look(b, p);
        moved = 0.0;
    }
//{ things
    memset(b->idle, 0, sizeof b->idle);
    for (int o = 0; o < SHAPES; o++) {
        if (moving[o] > -2 || in_reach(b, o, v, half, moved)) continue;
        for (int j = 0; j < RANK; j++)
            if (loose[j] == o) b->idle[j] = b->lacking[j];
    }
//}
    if (b->turned > MOST_TURNED) return 0; //? axes
    ahead = AHEAD * half * sqrt(square(v, RANK));
    for (int o = 0; o < SHAPES; o++) {
        double shift = shifted(b, o, moved), goes = 2.0 * half * fastest, u[3], x[3], found[FOUND];
        int hasty = 2.0 * half * LARGEST_REACH * sqrt(square(v, RANK)) > strides[o];
        if (!rubs(o) && shape_kinds[o] == PLANE && moving[o] < 0) continue;
        if (moving[o] <= -2) goes = fmax(goes, b->travel[o] * strides[o]); /* its surface turns as well */ //? things
        near = LAYER + 0.5 * AHEAD * goes;
        if (moving[o] >= 0) shift *= 3.0; /* as much again to the part's end, at most twice */ //? tools
        for (int i = 0; i < SAMPLES; i++) {
            double way;
            if (b->gaps[o][i] - steep[o] * (reach[i] * (moved + ahead) + shift) >= near) continue;
            if (!may_meet(b, o, i, ahead, near)) {
                b->fruitless++;
                continue;
            }
            b->turning = 1;
            if (b->travel[o] > 1.0) return 0; //? moves
            if (!hasty) break;
            change_at(i, v, u);
            way = 2.0 * half * sqrt(square(u, 3));
            if (!(way > strides[o])) continue;
            place_at(i, p, x);
            if (inside(b, o, i, 0, x, found) > -steep[o] * way - goes) return 0;
        }
    }
    return 1;
}

/* The velocity u of a sample that is at x beside its shape's, in a part whose middle is at p; of a ball about a //? things
   free thing's place it is that of where it touches, and beside what has axes that in the shape's frame. */ //? things
/* The velocity u of a sample that is at x beside its shape's, in a part whose middle is at p. */ //? !things
static void slide_by(const model_body *b, int o, int i, const double *p, const double x[3], const double n[3],
                     double u[3]) {
    double way[RANK];
//{ axes
    if (rigidity[o] > 0.0) {
        double first[3], last[3];
        put_way(b, o, i, x, first, last);
        for (int a = 0; a < 3; a++) u[a] = (last[a] - first[a]) / (2.0 * b->half);
        return;
    }
//}
    for (int j = 0; j < RANK; j++) way[j] = (p[j] - b->from[j]) / b->half;
    change_at(i, way, u);
    for (int a = 0; a < 3; a++) {
        int c = (a + 1) % 3, d = (a + 2) % 3;
        const double *V = b->speeds[o], *middle = b->poses[1][o];
        u[a] -= V[a] + V[3 + c] * (x[d] - radii[i] * n[d] - middle[d]);
        u[a] += V[3 + d] * (x[c] - radii[i] * n[c] - middle[c]);
        for (int e = 0; e < 3 && radii[i] > 0.0; e++) //? things
            u[a] -= radii[i] * b->spins[owners[i]][3 * a + e] * n[e]; //? things
    }
}

/* R's gradient by u, with its derivatives by u and, through n, by x; by_x is dn/dx. What is damped is told. */
static double rub(const double u[3], const double n[3], double sliding, double closing, const double by_x[9],
                  double force[3], double slope[9], double turn[9]) {
    double along = u[0] * n[0] + u[1] * n[1] + u[2] * n[2], t[3], speed, share;
    for (int a = 0; a < 3; a++) t[a] = u[a] - along * n[a];
    speed = sqrt(square(t, 3) + SLIP * SLIP), share = sliding / speed;
    if (!(along < 0.0)) closing = 0.0;
    for (int a = 0; a < 3; a++) t[a] /= speed, force[a] = sliding * t[a] + closing * along * n[a];
    for (int c = 0; c < 3; c++) {
        double approach = 0.0, slowing = 0.0; /* of u_n, and of the length of u_t */
        for (int a = 0; a < 3; a++) approach += by_x[3 * a + c] * u[a], slowing -= t[a] * along * by_x[3 * a + c];
        for (int a = 0; a < 3; a++) {
            double bent = along * by_x[3 * a + c], both = n[a] * n[c];
            slope[3 * a + c] = share * ((a == c) - both - t[a] * t[c]) + closing * both;
            turn[3 * a + c] = share * (-approach * n[a] - bent - t[a] * slowing)
                + closing * (approach * n[a] + bent);
        }
    }
    return closing * along;
}

//{ things
/* The arms at whose ends a ball about a free thing's place touches, and how the contact's block changes by them. */
static void bend(const model_body *b, model_touch *t, const double n[3], const double by_x[9],
                 const double slope[9]) {
    int o = t->shape, i = t->sample, owner = owners[i] < 0 ? 0 : owners[i];
    double radius = rigidity[o] > 0.0 ? 0.0 : radii[i], bent[9];
    const double *W = b->speeds[o] + 3, *spin = b->spins[owner];
    for (int a = 0; a < 3; a++) t->arms[1][a] = -radius * n[a], t->arms[0][a] -= radius * n[a];
    for (int at = 0; at < 9; at++) {
        int a = at / 3, m = at % 3, c = (a + 1) % 3, d = (a + 2) % 3;
        t->turns[at] = radius * by_x[at];
        bent[at] = W[c] * by_x[3 * d + m] - W[d] * by_x[3 * c + m];
        for (int e = 0; e < 3; e++) bent[at] -= spin[3 * a + e] * by_x[3 * e + m];
    }
    for (int at = 0; at < 9; at++)
        for (int m = 0; m < 3; m++) {
            double change = radius * slope[3 * (at / 3) + m] * bent[3 * m + at % 3];
            t->blocks[3][at] += change;
            t->blocks[5][at] += change; //? plans
        }
}

/* What a contact acts on, and how; it `turns` free things where it pulls along their surface. The force on a
   shape that has axes is in its frame before, and in space after. */
static void act(const model_body *b, model_touch *t, int turns) {
    int o = t->shape, i = t->sample, owner = owners[i], middle = moving[o] <= -2 ? -2 - moving[o] : -1;
    int framed = rigidity[o] > 0.0, rolls = turns && owner >= 0 && radii[i] > 0.0 && !framed;
    int axes = framed ? middle + 1 : rolls && rigidity[owner] > 0.0 ? -1 - moving[owner] : -1; /* the first */
    const double *A = b->poses[1][framed ? o : owner < 0 ? 0 : owner] + 3, *arm = t->arms[framed ? 0 : 1];
    double *f = t->force;
    t->points[0] = i, t->points[1] = middle;
    t->points[2] = middle >= 0 && turns ? middle + 1 : -1;
    t->points[3] = rolls ? i + 1 : -1;
    t->points[4] = -1;
    memcpy(t->within, f, sizeof t->within);
    for (int a = 0; a < 3 && framed; a++)
        f[a] = A[3 * a] * t->within[0] + A[3 * a + 1] * t->within[1] + A[3 * a + 2] * t->within[2];
    for (int a = 0; a < 3; a++) {
        int c = (a + 1) % 3, d = (a + 2) % 3;
        t->acting[0][a] = f[a], t->acting[1][a] = -f[a];
        t->acting[2][a] = t->arms[0][d] * f[c] - t->arms[0][c] * f[d];
        t->acting[3][a] = t->arms[1][c] * f[d] - t->arms[1][d] * f[c];
    }
    for (int a = 0; a < 3 && axes >= 0; a++) { /* the axis in the arm, or the force along it */
        double share = framed ? t->within[a] : A[a] * arm[0] + A[3 + a] * arm[1] + A[6 + a] * arm[2];
        t->points[2 + a] = axes + a;
        for (int c = 0; c < 3; c++) t->acting[2 + a][c] = share * (framed ? arm[c] : f[c]);
    }
}

//}
/* Force and stiffness of a contact of the sample at x; `end` is phi with its derivatives at the end. */
static void keep(model_body *b, int o, int i, const double *p, const double x[3], double start, double depth,
                 const double end[FOUND]) {
    model_touch *t = &b->touches[b->touching++];
    double mean[4], found[FOUND], n[3], by_x[9], u[3], drag[3], slope[9], turn[9], length, damped, near;
    const double *g = found + 1, *V = b->speeds[o];
    t->shape = o, t->sample = i;
    press_between(start, depth, stiffness_of[o], mean);
    for (int a = 0; a < 4; a++) mean[a] *= areas[i];
    memcpy(found, end, sizeof found);
    if (shape_kinds[o] != PLANE || moving[o] >= 0) inside(b, o, i, 1, x, found);
    for (int a = 0; a < 9; a++) {
        t->blocks[0][a] = 2.0 * mean[1] * g[a / 3] * g[a % 3];
        t->blocks[1][a] = -mean[0] * found[4 + a];
        t->blocks[2][a] = 0.0;
        t->blocks[3][a] = 2.0 * mean[1] * g[a / 3] * (end[1 + a % 3] - g[a % 3]);
    }
//{ plans
    double first[FOUND], back[4], by_start = 0.0; /* phi where the part begins, and the means' slopes by that depth */
    memset(first, 0, sizeof first);
    memset(back, 0, sizeof back);
    if (b->jacobian) {
        inside(b, o, i, 0, b->begun[o][i] + 1, first);
        press_between(depth, start, stiffness_of[o], back);
    }
    for (int a = 0; a < 4; a++) back[a] *= areas[i];
    for (int a = 0; a < 9; a++) {
        t->blocks[4][a] = mean[2] * g[a / 3] * g[a % 3];
        t->blocks[5][a] = back[1] * g[a / 3] * (first[1 + a % 3] - g[a % 3]);
        t->blocks[5][a] += mean[1] * g[a / 3] * (end[1 + a % 3] - g[a % 3]);
    }
//}
    for (int a = 0; a < 3; a++) t->force[a] = mean[0] * g[a];
    t->pressed = 0.0;
    for (int a = 0; a < 3; a++) t->arms[0][a] = x[a] - b->poses[1][o][a]; //? things
    if (mean[0] <= 0.0 || !rubs(o)) {
        act(b, t, 0); //? things
        return;
    }
    length = sqrt(square(g, 3));
    for (int a = 0; a < 3; a++) n[a] = t->normal[a] = g[a] / length;
    for (int c = 0; c < 3; c++) {
        double along = n[0] * found[4 + c] + n[1] * found[7 + c] + n[2] * found[10 + c];
        for (int a = 0; a < 3; a++) by_x[3 * a + c] = (found[4 + 3 * a + c] - n[a] * along) / length;
    }
    slide_by(b, o, i, p, x, n, u);
    t->pressed = mean[0], t->closing = CLOSING * mean[0] + DAMPED * mean[2];
    damped = rub(u, n, friction[o] * mean[0], t->closing, by_x, drag, slope, turn);
    near = fmin(u[0] * n[0] + u[1] * n[1] + u[2] * n[2], 0.0) * (CLOSING * mean[1] + DAMPED * mean[3]);
    by_start = fmin(u[0] * n[0] + u[1] * n[1] + u[2] * n[2], 0.0) * (CLOSING * back[1] + DAMPED * back[3]); //? plans
    for (int a = 0; a < 3; a++) {
        int e = (a + 1) % 3, d = (a + 2) % 3;
        for (int c = 0; c < 3; c++) { /* by n and, of what turns, by the shape's own velocity; by F and by C */
            int at = 3 * c + a;
            double ends = ((drag[c] - damped * n[c]) / mean[0] * mean[1] + near * n[c]) * end[1 + a];
            double stiffens = near * length * n[a] * n[c]; /* what of it is symmetric */
            t->blocks[2][at] = slope[at];
            t->blocks[0][at] -= 2.0 * stiffens;
            double turned = turn[at] - slope[3 * c + e] * V[3 + d] + slope[3 * c + d] * V[3 + e];
            t->blocks[3][at] += turned - 2.0 * (ends - stiffens);
            t->blocks[5][at] += turned - ends; //? plans
            t->blocks[5][at] -= ((drag[c] - damped * n[c]) / mean[0] * back[1] + by_start * n[c]) * first[1 + a]; //? plans
        }
        t->force[a] -= drag[a];
    }
    bend(b, t, n, by_x, slope); //? things
    act(b, t, 1); //? things
}

/* The contacts at p, into b->touches; or else the energy there, that of friction by those that were kept last. */
static double touch(model_body *b, const double *p, int keeps) {
    double total = 0.0, moved = moved_since(b, p), x[3], end[3], u[3], found[FOUND];
    carry_things(b, p); //? things
    if (keeps) memcpy(b->kept, b->poses[1], sizeof b->kept); //? axes
    else total += binding_work(b); //? axes
    if (keeps) b->touching = 0;
    for (int o = 0; o < SHAPES; o++) {
        double shift = shifted(b, o, moved);
        for (int i = 0; i < SAMPLES; i++) {
            double *begun = b->begun[o][i], depth; /* how deep it is where the part begins, and where */
            if (b->gaps[o][i] - steep[o] * (reach[i] * moved + shift) >= LAYER) continue;
            if (!b->known[o][i]) {
                place_at(i, b->from, begun + 1);
                begun[0] = inside(b, o, i, 0, begun + 1, found);
                b->known[o][i] = 1;
            }
            place_at(i, p, x);
            for (int a = 0; a < 3; a++) end[a] = 2.0 * x[a] - begun[1 + a];
            depth = inside(b, o, i, 2, end, found);
            if (!(fmax(begun[0], depth) > 0.0)) b->fruitless++;
            else if (keeps) keep(b, o, i, p, x, begun[0], depth, found);
            else total += areas[i] * press_energy(begun[0], depth, stiffness_of[o]);
        }
    }
    for (int k = 0; k < b->touching && !keeps; k++) {
        const model_touch *t = &b->touches[k];
        double along, across = 0.0;
        if (!(t->pressed > 0.0)) continue;
        place_at(t->sample, p, x);
        slide_by(b, t->shape, t->sample, p, x, t->normal, u);
        along = u[0] * t->normal[0] + u[1] * t->normal[1] + u[2] * t->normal[2];
        for (int a = 0; a < 3; a++) across += (u[a] - along * t->normal[a]) * (u[a] - along * t->normal[a]);
        total += b->half * friction[t->shape] * t->pressed * (sqrt(across + SLIP * SLIP) - SLIP);
        if (along < 0.0) total += b->half * 0.5 * t->closing * along * along;
    }
    return total;
}

//{ balls
/* N of a contact of free balls, and its blocks times E and N; how many rows these are. E is how the sample moves
   beside the ball's middle, N how it goes by the place that it touches; what turns is by the arms of the force. */
static int put_ball_rows(const model_touch *t, const double factors[6], double N[9][RANK],
                         double product[9][RANK]) {
    double E[3][RANK];
    const int *spins = t->points + 2, middle = t->points[1];
    int rows = 3;
    for (int a = 0; a < 3; a++) {
        int c = (a + 1) % 3, d = (a + 2) % 3;
        for (int j = 0; j < RANK; j++) {
            E[a][j] = sample_modes[t->sample][a][j];
            if (middle >= 0) E[a][j] -= sample_modes[middle][a][j];
            N[a][j] = E[a][j];
            for (int which = 0; which < 2; which++) {
                const double *arm = t->arms[which];
                if (spins[which] >= 0)
                    N[a][j] += (which ? -1.0 : 1.0) * (arm[c] * sample_modes[spins[which]][d][j]
                                                       - arm[d] * sample_modes[spins[which]][c][j]);
            }
        }
    }
    for (int a = 0; a < 3; a++)
        for (int j = 0; j < RANK; j++) {
            product[a][j] = 0.0;
            for (int c = 0, at = 3 * a; c < 3; c++, at++) {
                double by_x = factors[0] * t->blocks[0][at] + factors[1] * t->blocks[1][at];
                by_x += factors[3] * t->blocks[3][at];
                by_x += factors[4] * t->blocks[4][at] + factors[5] * t->blocks[5][at]; //? plans
                product[a][j] += by_x * E[c][j] + factors[2] * t->blocks[2][at] * N[c][j];
            }
        }
    for (int which = 0; which < 2; which++) {
        if (spins[which] < 0) continue;
        for (int a = 0; a < 3; a++) {
            int c = (a + 1) % 3, d = (a + 2) % 3;
            for (int j = 0; j < RANK; j++) { /* along two axes, how the arm's end moves */
                double one = which ? 0.0 : -E[c][j], other = which ? 0.0 : -E[d][j];
                for (int m = 0; m < 3; m++) {
                    one += t->turns[3 * c + m] * E[m][j];
                    other += t->turns[3 * d + m] * E[m][j];
                }
                if (which == 0) one = -one, other = -other;
                N[rows + a][j] = sample_modes[spins[which]][a][j];
                product[rows + a][j] = -factors[1] * (t->force[c] * other - t->force[d] * one);
            }
        }
        rows += 3;
    }
    return rows;
}

//}
/* The force of contact, -h/2 times it onto the residual; its norm. */
static double add_contact(model_body *b, double half) {
    double force[RANK], noise = 0.0;
    memset(force, 0, sizeof force);
    touch(b, b->position, 1);
    for (int k = 0; k < b->touching; k++) {
        const model_touch *t = &b->touches[k];
        for (int a = 0; a < 3; a++)
            for (int j = 0; j < RANK; j++) force[j] += t->force[a] * sample_modes[t->sample][a][j];
        for (int at = 3; at < 15; at++) /* and on free things */ //? things
            for (int j = 0; t->points[at / 3] >= 0 && j < RANK; j++) //? things
                force[j] += t->acting[at / 3][at % 3] * sample_modes[t->points[at / 3]][at % 3][j]; //? things
    }
    noise += add_binding(b, force); //? axes
    for (int j = 0; j < RANK; j++) b->residual[j] += half * b->idle[j]; //? things
    for (int j = 0; j < RANK; j++) b->residual[j] -= half * force[j], b->loads[j] += force[j];
    return sqrt(square(force, RANK) + noise);
}

/* N of a contact and B N; how many rows these are. */
static int put_rows(const model_touch *t, const double factors[6], double N[9][RANK], double product[9][RANK]) {
    for (int a = 0; a < 3; a++) {
        double block[3] = {0.0};
        for (int which = 0; which < (int)(sizeof t->blocks / sizeof *t->blocks); which++)
            for (int c = 0; c < 3; c++) block[c] += factors[which] * t->blocks[which][3 * a + c];
        for (int j = 0; j < RANK; j++) {
            const double (*D)[RANK] = sample_modes[t->sample];
            N[a][j] = D[a][j], product[a][j] = block[0] * D[0][j] + block[1] * D[1][j] + block[2] * D[2][j];
        }
    }
    return 3;
}

/* Adds left^T right to a matrix, to its upper triangle or the whole. */
static void add_rows(int rows, double left[9][RANK], double right[9][RANK], int whole, double (*to)[PADDED]) {
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < RANK; i++)
            for (int j = whole ? 0 : i; j < RANK; j++) to[i][j] += left[row][i] * right[row][j];
}

/* Adds N^T B N of each contact to a matrix, to its upper triangle or the whole. B is the sum of the contact's blocks times
   `factors`: by x the symmetric part and that of phi'', by u, and what is not symmetric; then by the part's beginning what
   is symmetric, and what is not. */
static void add_blocks(model_body *b, const double factors[6], int whole, double (*to)[PADDED]) {
    double left[9][RANK], right[9][RANK];
    for (int k = 0; k < b->touching; k++) {
        const model_touch *t = &b->touches[k];
        int rows = put_rows(t, factors, left, right);
        if (t->points[4] < 0 && (t->points[1] >= 0 || t->points[3] >= 0)) //? balls
            rows = put_ball_rows(t, factors, left, right); //? balls
        if (t->points[4] >= 0) //? axes
            rows = rigidity[t->shape] > 0.0 ? put_framed_rows(b, t, factors, left, right) //? axes
                                            : put_rolling_rows(b, t, factors, left, right); //? axes
        add_rows(rows, left, right, whole, to);
    }
//{ axes
    for (int o = 0; o < SHAPES; o++) {
        if (!(rigidity[o] > 0.0)) continue;
        put_binding_rows(b, o, factors, left, right);
        add_rows(9, left, right, whole, to);
    }
//}
}

/* What is symmetric of it, unless all comes at once; `curves`: not only what is positive semidefinite. */
static void add_contact_stiffness(model_body *b, double half, int curves) {
    double factors[6] = {half * half, curves ? half * half : 0.0, half, 0.0, 0.0, 0.0};
    b->curves = curves;
    if (!b->turning) add_blocks(b, factors, 0, b->tangent);
}
