package org.esbmt.load;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The resources of a JVM after garbage collection.
 *
 * @param heap bytes
 */
record Holdings(int classes, int threads, int mbeans, long descriptors, long heap) {
    private static final int COLLECTIONS = 3;

    static Holdings of(MBeanServerConnection server) throws IOException, InterruptedException {
        try {
            ObjectName memory = new ObjectName("java.lang:type=Memory");
            for (int i = 0; i < COLLECTIONS; i++) { // objects with a finalizer or cleaner go one collection later
                server.invoke(memory, "gc", new Object[0], new String[0]);
                TimeUnit.SECONDS.sleep(1);
            }
            return new Holdings(
                    (Integer) server.getAttribute(new ObjectName("java.lang:type=ClassLoading"), "LoadedClassCount"),
                    (Integer) server.getAttribute(new ObjectName("java.lang:type=Threading"), "ThreadCount"),
                    server.getMBeanCount(),
                    (Long) server.getAttribute(
                            new ObjectName("java.lang:type=OperatingSystem"), "OpenFileDescriptorCount"),
                    (Long) ((CompositeData) server.getAttribute(memory, "HeapMemoryUsage")).get("used"));
        } catch (JMException e) {
            throw new IOException("the JVM does not report its resources", e);
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d classes, %d threads, %d MBeans, %d descriptors, %.1f MB heap",
                classes,
                threads,
                mbeans,
                descriptors,
                heap / 1e6);
    }
}
