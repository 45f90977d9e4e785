// Coal 3, from its wheel on the Python package index, behind a C interface. CONTRIBUTING.md says how
// to unpack it.

#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <limits>
#include <memory>
#include <vector>

using namespace coal;

typedef BVHModel<OBBRSS> Mesh;

static Transform3s pose_of(const float *p) {
    Transform3s pose;
    pose.setQuatRotation(Quatf(p[3], p[0], p[1], p[2]).normalized());
    pose.setTranslation(Vec3s(p[4], p[5], p[6]));
    return pose;
}

extern "C" {

void *coal_mesh(const float *points, int count, const unsigned *triangles, int number) {
    Mesh *mesh = new Mesh;
    std::vector<Vec3s> vertices;
    std::vector<Triangle> facets;
    for (int i = 0; i < count; i++) {
        vertices.push_back(Vec3s(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
    }
    for (int i = 0; i < number; i++) {
        facets.push_back(Triangle(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]));
    }
    mesh->beginModel();
    mesh->addSubModel(vertices, facets);
    mesh->endModel();
    return static_cast<CollisionGeometry *>(mesh);
}

void *coal_box(float x, float y, float z) {
    return static_cast<CollisionGeometry *>(new Box(2 * x, 2 * y, 2 * z));
}

void *coal_ball(float radius) { return static_cast<CollisionGeometry *>(new Sphere(radius)); }

void coal_free(void *shape) { delete static_cast<CollisionGeometry *>(shape); }

// Yes or no, or else the distance.
double coal_ask(bool yes_or_no, const void *a, const void *b, const float *p, const float *q) {
    const CollisionGeometry *one = static_cast<const CollisionGeometry *>(a);
    const CollisionGeometry *other = static_cast<const CollisionGeometry *>(b);
    try {
        if (yes_or_no) {
            CollisionRequest request;
            request.num_max_contacts = 1;
            request.enable_contact = false;
            CollisionResult result;
            return collide(one, pose_of(p), other, pose_of(q), request, result) > 0;
        }
        DistanceRequest request;
        request.enable_signed_distance = false;
        DistanceResult result;
        double distance = coal::distance(one, pose_of(p), other, pose_of(q), request, result);
        return distance > 0 ? distance : 0.0;
    } catch (...) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}
}
