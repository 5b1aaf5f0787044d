package org.esbmt.jbi.deployer.internal.installer;

import java.net.URLClassLoader;

/**
 * Classes that the container provides to installed parts: the JDK, the JBI API with the types of its signatures,
 * logging, and the component libraries. Other classes and resources of the bus are invisible here, so two versions of
 * one library never conflict.
 */
final class ContainerClasses extends URLClassLoader {
    /** Classes in the interfaces between parts and container: a part's own copy would be a different class. */
    private static final String[] CONTRACT = {"javax.jbi.", "javax.activation.", "javax.transaction."};

    private static final String[] LOGGING = {"org.slf4j.", "org.apache.commons.logging."};

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader bus;

    /** @param bus the loader of a bundle that imports the packages of contract and logging */
    ContainerClasses(ClassLoader bus, ComponentLibraries libraries) {
        super("container", libraries.urls(), ClassLoader.getPlatformClassLoader());
        this.bus = bus;
    }

    /** True if a class comes from the container even if a part contains it. */
    static boolean isContract(String name) {
        return name.startsWith("java.") || startsWith(CONTRACT, name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (startsWith(CONTRACT, name) || startsWith(LOGGING, name)) {
            return bus.loadClass(name);
        }
        return super.findClass(name);
    }

    private static boolean startsWith(String[] packages, String name) {
        for (String prefix : packages) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
