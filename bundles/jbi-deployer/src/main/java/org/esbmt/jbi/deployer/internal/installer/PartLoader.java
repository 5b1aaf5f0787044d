package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor.ClassPath;

/**
 * The classes of a shared library, a component or a bootstrap (JSR-208, section 4.4): those of the container, of the
 * named libraries, and its own. Its own come last, or first if the installer says so. Classes of the contract with the
 * container always come from the container.
 */
final class PartLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ContainerClasses container;
    private final List<PartLoader> libraries;
    private final boolean selfFirst;

    /**
     * @param name its name in stack traces
     * @param root the folder of the unpacked installer
     */
    PartLoader(String name, Path root, ClassPath path, ContainerClasses container, List<PartLoader> libraries) {
        super(name, urls(root, path), null);
        this.container = container;
        this.libraries = List.copyOf(libraries);
        this.selfFirst = path.selfFirst();
    }

    private static URL[] urls(Path root, ClassPath path) {
        List<URL> urls = new ArrayList<>();
        for (String element : path.elements()) {
            try {
                urls.add(root.resolve(element).normalize().toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("not an element of a class path: " + element, e);
            }
        }
        return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            Class<?> found = known != null ? known : find(name);
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private Class<?> find(String name) throws ClassNotFoundException {
        if (ContainerClasses.isContract(name)) {
            return container.loadClass(name);
        }
        Class<?> found = selfFirst ? own(name) : attempt(container, name);
        for (int i = 0; found == null && i < libraries.size(); i++) {
            found = attempt(libraries.get(i), name);
        }
        if (found == null && selfFirst) {
            found = attempt(container, name);
        }
        return found != null ? found : findClass(name);
    }

    private Class<?> own(String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static Class<?> attempt(ClassLoader loader, String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = selfFirst ? findResource(name) : null;
        if (own != null) {
            return own;
        }
        URL others = container.getResource(name);
        for (int i = 0; others == null && i < libraries.size(); i++) {
            others = libraries.get(i).getResource(name);
        }
        return others != null || selfFirst ? others : findResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> own = Collections.list(findResources(name));
        List<URL> all = new ArrayList<>(selfFirst ? own : List.of());
        all.addAll(Collections.list(container.getResources(name)));
        for (PartLoader library : libraries) {
            // A library also sees the container's resources, which are in the result already.
            Collections.list(library.getResources(name)).stream()
                    .filter(url ->
                            all.stream().noneMatch(there -> there.toString().equals(url.toString())))
                    .forEach(all::add);
        }
        if (!selfFirst) {
            all.addAll(own);
        }
        return Collections.enumeration(all);
    }
}
