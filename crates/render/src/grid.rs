//! The hex grid and the hex numbers.

use crate::faces::Face;
use crate::lattice::{Lattice, axial};
use crate::lettering::Letters;
use crate::palette as ink;
use crate::pen::{Page, Pen, short};
use hexboard::Board;

/// Draws every side of the hexes in play, once.
pub fn sides(page: &mut Page, board: &Board, lattice: &Lattice) {
    let mut pen = Pen::default();
    for hex in board.hexes() {
        let place = axial(board, hex);
        let corner = |side| lattice.corner_point(lattice.corner(place, side));
        // Half of the sides belong to this hex, the others to its neighbours where these are in play.
        pen.lines(&[corner(0), corner(1), corner(2), corner(3)]);
        for side in 3..6 {
            let beyond = hexboard::Direction::from_index(side).and_then(|direction| board.neighbour(hex, direction));
            if beyond.is_none() {
                pen.lines(&[corner(side), corner(side + 1)]);
            }
        }
    }
    let width = short(lattice.size * 0.032);
    page.path(
        &pen,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-opacity=\".5\" stroke-width=\"{width}\" stroke-linejoin=\"round\"",
            ink::GRID
        ),
    );
}

/// Prints the number of every hex in play.
pub fn numbers(page: &mut Page, board: &Board, lattice: &Lattice) {
    let size = lattice.size * 0.27;
    let letters = Letters { size, spacing: 0.0, colour: ink::NUMBER, face: Face::Semibold, halo: Some(ink::HALO) };
    let attributes = page.lettering(&letters);
    page.add(format_args!(
        "<g {attributes} text-anchor=\"middle\" stroke-opacity=\".75\" stroke-width=\"{:.1}\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\">\n",
        size * 0.26
    ));
    for hex in board.hexes() {
        let at = lattice.number_point(axial(board, hex));
        page.add(format_args!(
            "<text x=\"{}\" y=\"{}\">{}</text>\n",
            short(at.x),
            short(at.y + size * 0.34),
            board.label(hex)
        ));
    }
    page.add(format_args!("</g>\n"));
}
