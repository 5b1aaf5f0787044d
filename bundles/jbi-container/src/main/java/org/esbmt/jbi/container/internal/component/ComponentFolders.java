package org.esbmt.jbi.container.internal.component;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.jbi.JBIException;

/** The folders that a component gets on disk: {@code <root>/<component>/install} and {@code .../workspace}. */
record ComponentFolders(Path install, Path workspace) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    /** @throws JBIException if the name cannot be that of a folder, or the folder not be made */
    static ComponentFolders under(Path root, String component) throws JBIException {
        if (!NAME.matcher(component).matches()) {
            throw new JBIException("a component's name is made of letters, digits, '.', '-' and '_' and does not start"
                    + " with '.' or '-', but this one is '" + component + "'");
        }
        Path folder = root.resolve(component);
        return new ComponentFolders(made(folder.resolve("install")), made(folder.resolve("workspace")));
    }

    private static Path made(Path folder) throws JBIException {
        try {
            return Files.createDirectories(folder).toAbsolutePath();
        } catch (IOException e) {
            throw new JBIException("cannot make the folder " + folder, e);
        }
    }
}
