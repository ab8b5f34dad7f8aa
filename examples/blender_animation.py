"""A body that bends and comes back, animated in Blender: blender_animation.py body.obj walk.usda.

Needs Blender's own Python, or its package `bpy`. The body's surface is one that `softrein export` wrote as
OBJ, of a body along whose y axis up is, as Blender takes it for granted in such files.
"""

import sys

import bpy

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.wm.obj_import(filepath=sys.argv[-2])
bend = bpy.context.selected_objects[0].modifiers.new("bend", "SIMPLE_DEFORM")
bend.deform_method, bend.deform_axis = "BEND", "X"
scene = bpy.context.scene
scene.frame_start, scene.frame_end, scene.render.fps = 1, 25, 24
for frame, angle in ((1, 0.0), (13, 0.4), (25, 0.0)):
    bend.angle = angle
    bend.keyframe_insert("angle", frame=frame)
bpy.ops.wm.usd_export(filepath=sys.argv[-1], export_animation=True)
