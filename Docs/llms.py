# SPDX-License-Identifier: MIT
#
# Writes the guide as text for assistants: llms.py FOLDER makes llms.txt, a list of the pages, llms-full.txt, the pages in order,
# and the pages themselves in the folder pages.

import pathlib
import re
import sys

guide = pathlib.Path(__file__).with_name("Rex.docc")
site = pathlib.Path(sys.argv[1])
(site / "pages").mkdir()
topics = (guide / "Rex.md").read_text().split("## Topics", 1)[1]
start = (guide / "Rex.md").read_text().split("## Topics", 1)[0].replace("``Rex``", "Rex")
summary = re.search(r"\n\n(.+?)\n\n", start, re.DOTALL)[1].replace("\n", " ")
lines, pages = ["# Rex", "", "> " + summary], [start]
for line in topics.splitlines():
    if line.startswith("### "):
        lines += ["", "## " + line[4:], ""]
    elif page := re.match(r"- \[(.+)\]\((\w+\.md)\)", line):
        text = (guide / page[2]).read_text()
        # Pictures are not text. Their descriptions are.
        text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", text)
        (site / "pages" / page[2]).write_text(text)
        pages.append(text)
        about = re.search(r"\n\n(.+?)\n\n", text, re.DOTALL)[1].replace("\n", " ")
        lines.append(f"- [{page[1]}](pages/{page[2]}): {about}")
left = {page.name for page in guide.glob("*.md")} - {"Rex.md"} - {page.name for page in (site / "pages").iterdir()}
if left:
    sys.exit(f"These pages are not in the topics of Rex.md: {', '.join(sorted(left))}")
(site / "llms.txt").write_text("\n".join(lines) + "\n")
(site / "llms-full.txt").write_text("\n".join(pages))
