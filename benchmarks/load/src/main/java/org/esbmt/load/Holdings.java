package org.esbmt.load;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * What a JVM holds, once its garbage is collected.
 *
 * @param heap bytes
 */
record Holdings(int classes, int threads, int mbeans, long descriptors, long heap) {
    private static final int COLLECTIONS = 3;

    static Holdings of(MBeanServerConnection server) throws IOException, InterruptedException {
        try {
            ObjectName memory = new ObjectName("java.lang:type=Memory");
            for (int i = 0; i < COLLECTIONS; i++) { // what has a finalizer or a cleaner goes one collection later
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
            throw new IOException("the JVM does not tell what it holds", e);
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
