//! Which cell of a table is being written?

use pulldown_cmark::Alignment;

use super::{Close, Writer};

impl Writer<'_> {
    pub(super) fn table(&mut self, alignments: Vec<Alignment>) -> Close {
        self.alignments = alignments;
        self.out.push_str("<div class=\"table\" tabindex=\"0\"><table>\n");
        Close::Tag("</tbody></table></div>\n")
    }

    pub(super) fn row(&mut self, is_head: bool) -> Close {
        self.is_head = is_head;
        self.column = 0;
        self.out.push_str(if is_head { "<thead><tr>" } else { "<tr>" });
        Close::Tag(if is_head { "</tr></thead>\n<tbody>\n" } else { "</tr>\n" })
    }

    pub(super) fn cell(&mut self) -> Close {
        let align = match self.alignments.get(self.column) {
            Some(Alignment::Left) => " align=\"left\"",
            Some(Alignment::Center) => " align=\"center\"",
            Some(Alignment::Right) => " align=\"right\"",
            Some(Alignment::None) | None => "",
        };
        self.column += 1;
        self.out.push_str(if self.is_head { "<th scope=\"col\"" } else { "<td" });
        self.out.push_str(align);
        self.out.push('>');
        Close::Tag(if self.is_head { "</th>" } else { "</td>" })
    }
}
