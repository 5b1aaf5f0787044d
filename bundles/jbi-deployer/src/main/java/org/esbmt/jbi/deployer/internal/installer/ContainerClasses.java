package org.esbmt.jbi.deployer.internal.installer;

import java.net.URLClassLoader;

/**
 * Classes that the container gives to installed parts: the JDK, the JBI API with the types of its signatures, logging, and
 * the component libraries. Nothing else of the bus can be seen from here, neither classes nor resources, so that two
 * versions of one library never meet.
 */
final class ContainerClasses extends URLClassLoader {
    /** Classes that parts and container hand to each other: a part's own copy would be another class. */
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

    /** Whether a class comes from the container whatever a part brings. */
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
