use crate::{Axial, Orientation};

const ROOT_3: f32 = 1.732_050_8;
const HALF: f32 = ROOT_3 / 2.0;

/// Where hexes lie on paper, one unit from centre to corner, the whole sheet beginning at the origin.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    orientation: Orientation,
    /// The centre of the hex at no coordinates.
    origin: [f32; 2],
    far_corner: [f32; 2],
}

impl Layout {
    /// The layout of a sheet with hexes at these positions.
    pub fn new(orientation: Orientation, positions: &[Axial]) -> Layout {
        let half = match orientation {
            Orientation::FlatTop => [1.0, HALF],
            Orientation::PointyTop => [HALF, 1.0],
        };
        let mut layout = Layout { orientation, origin: [0.0; 2], far_corner: [0.0; 2] };
        for axis in [0, 1] {
            let centres = || positions.iter().map(|&position| layout.centre(position)[axis]);
            let near = centres().fold(f32::MAX, f32::min) - half[axis];
            let far = centres().fold(f32::MIN, f32::max) + half[axis];
            layout.origin[axis] = -near;
            layout.far_corner[axis] = far - near;
        }
        layout
    }

    pub fn centre(&self, position: Axial) -> [f32; 2] {
        let (x, y) = (position.x as f32, position.y as f32);
        let [right, down] = match self.orientation {
            Orientation::FlatTop => [1.5 * x, HALF * x + ROOT_3 * y],
            Orientation::PointyTop => [ROOT_3 * x + HALF * y, 1.5 * y],
        };
        [right + self.origin[0], down + self.origin[1]]
    }

    /// Clockwise, the first where the side of the first direction begins.
    pub fn corners(&self, position: Axial) -> [[f32; 2]; 6] {
        let [right, down] = self.centre(position);
        let corners = match self.orientation {
            Orientation::FlatTop => [[-0.5, -HALF], [0.5, -HALF], [1.0, 0.0], [0.5, HALF], [-0.5, HALF], [-1.0, 0.0]],
            Orientation::PointyTop => [[0.0, -1.0], [HALF, -0.5], [HALF, 0.5], [0.0, 1.0], [-HALF, 0.5], [-HALF, -0.5]],
        };
        corners.map(|[x, y]| [right + x, down + y])
    }

    pub fn far_corner(&self) -> [f32; 2] {
        self.far_corner
    }
}
