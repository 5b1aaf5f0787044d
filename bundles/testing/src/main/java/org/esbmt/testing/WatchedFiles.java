package org.esbmt.testing;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A file system over the real one, for tests. It calls a watcher before each step that changes, opens or forces a file.
 * The watcher can make the step fail like a disk or the kernel. Threads: any; the watcher is called by the thread of
 * the step.
 */
public final class WatchedFiles extends FileSystem {
    private final FileSystem real;
    private final Watcher watcher;
    private final Provider provider;

    private WatchedFiles(FileSystem real, Watcher watcher) {
        this.real = real;
        this.watcher = requireNonNull(watcher, "watcher");
        this.provider = new Provider();
    }

    /** The kind of a step. */
    public enum Step {
        /** A file or folder is opened, and created if requested. */
        OPEN,
        /** The content of a file, or the names in a folder, are forced to the disk. */
        FORCE,
        /** A folder is created. */
        MAKE_FOLDER,
        /** A file or folder is moved to this name, in place of another. */
        MOVE_TO,
        DELETE
    }

    /** Is called before each step. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * Permits the step by returning.
         *
         * @throws IOException to make the step fail
         */
        void before(Step step, Path path) throws IOException;
    }

    /** The same file or folder, watched with all its contents. */
    public static Path watched(Path real, Watcher watcher) {
        WatchedFiles files = new WatchedFiles(real.getFileSystem(), watcher);
        return files.new WatchedPath(real);
    }

    private Path wrap(Path path) {
        return path == null ? null : new WatchedPath(path);
    }

    private static Path unwrap(Path path) {
        return path instanceof WatchedPath watched ? watched.path : path;
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return real.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return wrap(real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = real.getPathMatcher(pattern);
        return path -> matcher.matches(unwrap(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return real.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
        return real.newWatchService();
    }

    private final class WatchedPath implements Path {
        private final Path path;

        WatchedPath(Path path) {
            this.path = path;
        }

        @Override
        public FileSystem getFileSystem() {
            return WatchedFiles.this;
        }

        @Override
        public boolean isAbsolute() {
            return path.isAbsolute();
        }

        @Override
        public Path getRoot() {
            return wrap(path.getRoot());
        }

        @Override
        public Path getFileName() {
            return wrap(path.getFileName());
        }

        @Override
        public Path getParent() {
            return wrap(path.getParent());
        }

        @Override
        public int getNameCount() {
            return path.getNameCount();
        }

        @Override
        public Path getName(int index) {
            return wrap(path.getName(index));
        }

        @Override
        public Path subpath(int begin, int end) {
            return wrap(path.subpath(begin, end));
        }

        @Override
        public boolean startsWith(Path other) {
            return path.startsWith(unwrap(other));
        }

        @Override
        public boolean endsWith(Path other) {
            return path.endsWith(unwrap(other));
        }

        @Override
        public Path normalize() {
            return wrap(path.normalize());
        }

        @Override
        public Path resolve(Path other) {
            return wrap(path.resolve(unwrap(other)));
        }

        @Override
        public Path relativize(Path other) {
            return wrap(path.relativize(unwrap(other)));
        }

        @Override
        public URI toUri() {
            return path.toUri();
        }

        @Override
        public Path toAbsolutePath() {
            return wrap(path.toAbsolutePath());
        }

        @Override
        public Path toRealPath(LinkOption... options) throws IOException {
            return wrap(path.toRealPath(options));
        }

        @Override
        public File toFile() {
            return path.toFile();
        }

        @Override
        public WatchKey register(WatchService service, WatchEvent.Kind<?>[] kinds, WatchEvent.Modifier... modifiers)
                throws IOException {
            return path.register(service, kinds, modifiers);
        }

        @Override
        public int compareTo(Path other) {
            return path.compareTo(unwrap(other));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WatchedPath watched && path.equals(watched.path);
        }

        @Override
        public int hashCode() {
            return Objects.hash(path);
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    private final class Provider extends FileSystemProvider {
        private final FileSystemProvider provider = real.provider();

        @Override
        public String getScheme() {
            return "watched";
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            return WatchedFiles.this;
        }

        @Override
        public Path getPath(URI uri) {
            return wrap(provider.getPath(uri));
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            watcher.before(Step.OPEN, unwrap(path));
            return provider.newByteChannel(unwrap(path), options, attributes);
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            watcher.before(Step.OPEN, unwrap(path));
            return new WatchedChannel(
                    provider.newFileChannel(unwrap(path), options, attributes),
                    () -> watcher.before(Step.FORCE, unwrap(path)));
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            DirectoryStream<Path> paths =
                    provider.newDirectoryStream(unwrap(folder), path -> filter.accept(wrap(path)));
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    Iterator<Path> each = paths.iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return each.hasNext();
                        }

                        @Override
                        public Path next() {
                            return wrap(each.next());
                        }
                    };
                }

                @Override
                public void close() throws IOException {
                    paths.close();
                }
            };
        }

        @Override
        public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
            watcher.before(Step.MAKE_FOLDER, unwrap(folder));
            provider.createDirectory(unwrap(folder), attributes);
        }

        @Override
        public void delete(Path path) throws IOException {
            watcher.before(Step.DELETE, unwrap(path));
            provider.delete(unwrap(path));
        }

        @Override
        public void copy(Path from, Path to, CopyOption... options) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public void move(Path from, Path to, CopyOption... options) throws IOException {
            if (!(from instanceof WatchedPath) || !(to instanceof WatchedPath)) {
                throw new ProviderMismatchException();
            }
            watcher.before(Step.MOVE_TO, unwrap(to));
            provider.move(unwrap(from), unwrap(to), options);
        }

        @Override
        public boolean isSameFile(Path path, Path other) throws IOException {
            return provider.isSameFile(unwrap(path), unwrap(other));
        }

        @Override
        public boolean isHidden(Path path) throws IOException {
            return provider.isHidden(unwrap(path));
        }

        @Override
        public FileStore getFileStore(Path path) throws IOException {
            return provider.getFileStore(unwrap(path));
        }

        @Override
        public void checkAccess(Path path, AccessMode... modes) throws IOException {
            provider.checkAccess(unwrap(path), modes);
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            return provider.getFileAttributeView(unwrap(path), type, options);
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
                throws IOException {
            return provider.readAttributes(unwrap(path), type, options);
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
                throws IOException {
            return provider.readAttributes(unwrap(path), attributes, options);
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
            provider.setAttribute(unwrap(path), attribute, value, options);
        }
    }
}
