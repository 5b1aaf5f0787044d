package org.esbmt.jbi.container.internal.component;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.jbi.JBIException;

/**
 * The folders of a component on disk: {@code <root>/<component>/install} and {@code .../workspace}. Only the user of
 * the bus has access: a component may store messages or secrets.
 */
record ComponentFolders(Path install, Path workspace) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    /**
     * @throws JBIException if the name is not valid for a folder, or the folder cannot be created or restricted to the
     * user
     */
    static ComponentFolders under(Path root, String component) throws JBIException {
        if (!NAME.matcher(component).matches()) {
            throw new JBIException("a component's name is made of letters, digits, '.', '-' and '_' and does not start"
                    + " with '.' or '-', but this one is '" + component + "'");
        }
        Path folder = root.toAbsolutePath().resolve(component);
        ComponentFolders folders = new ComponentFolders(folder.resolve("install"), folder.resolve("workspace"));
        try {
            Files.createDirectories(root);
            close(root); // from here on other users have no access to its contents
            Files.createDirectories(folders.install());
            Files.createDirectories(folders.workspace());
            closeTree(folder);
        } catch (IOException | UncheckedIOException e) {
            throw new JBIException("cannot make the folder " + folder + " for the user of the bus alone", e);
        }
        return folders;
    }

    /** With the folder of the unpacked installer as the install folder. */
    ComponentFolders installedIn(Path folder) {
        return new ComponentFolders(folder, workspace);
    }

    /** Includes the component's earlier files; links are not followed. */
    private static void closeTree(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.filter(p -> !Files.isSymbolicLink(p)).toList()) {
                close(path);
            }
        }
    }

    private static void close(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.retainAll(OWNER)) {
            Files.setPosixFilePermissions(path, permissions);
        }
    }
}
