package org.esbmt.jbi.deployer.internal.installer;

/**
 * What the container gives to installed parts: the JDK, the JBI API with what its signatures name, and logging. Nothing
 * else of the bus can be seen from here, neither classes nor resources, so that two versions of one library never meet.
 */
final class ContainerClasses extends ClassLoader {
    /** Classes that parts and container hand to each other: a part's own copy would be another class. */
    private static final String[] CONTRACT = {"javax.jbi.", "javax.activation.", "javax.transaction."};

    private static final String[] LOGGING = {"org.slf4j.", "org.apache.commons.logging."};

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader bus;

    /** @param bus the loader of a bundle that imports these packages */
    ContainerClasses(ClassLoader bus) {
        super("container", ClassLoader.getPlatformClassLoader());
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
        throw new ClassNotFoundException(name);
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
