"""Puts what stands beside the packages in a checkout into the wheel: page, sample corpus, rules of the dialogue."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = {"web": "engine/shipped/web", "data/sample": "engine/shipped/sample"}
FILES = {
    "domain.yml": "engine/shipped/dialogue/domain.yml",
    "data/rules.yml": "engine/shipped/dialogue/data/rules.yml",
}
"""Folder or file of the checkout → its place in the wheel, where ``engine.resources`` looks."""


class Build(build_py):
    """Copies the folders and files after the packages."""

    def run(self) -> None:
        """Build."""
        super().run()
        if not self.editable_mode:
            for source, place in FOLDERS.items():
                self.copy_tree(source, str(Path(self.build_lib, place)))
            for source, place in FILES.items():
                self.mkpath(str(Path(self.build_lib, place).parent))
                self.copy_file(source, str(Path(self.build_lib, place)))


setup(cmdclass={"build_py": Build})
