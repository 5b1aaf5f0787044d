package org.esbmt.jbi.container.api.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class DescribedMBeanTest {
    /** Has open types. */
    public interface CountingMXBean {
        @Described("By name. Live.")
        Map<String, Long> getCounts();

        @Described("Whether it counts. At most 5 s old.")
        boolean isCounting();

        long getUndescribed();
    }

    /** Has no open types. */
    public interface PlainMBean {
        @Described("Its name. Live.")
        String getName();
    }

    private static final class Counting implements CountingMXBean {
        @Override
        public Map<String, Long> getCounts() {
            return Map.of("a", 1L);
        }

        @Override
        public boolean isCounting() {
            return true;
        }

        @Override
        public long getUndescribed() {
            return 0;
        }
    }

    @Test
    void theDescriptionsOfAConsoleAreThoseOfTheGetters() throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        ObjectName name = new ObjectName("test:type=Counting");
        server.registerMBean(new DescribedMBean<>(new Counting(), CountingMXBean.class, "Counts."), name);
        server.registerMBean(
                new DescribedMBean<>(() -> "orders", PlainMBean.class, "Plain."), new ObjectName("test:type=Plain"));

        assertThat(server.getMBeanInfo(name).getDescription()).isEqualTo("Counts.");
        assertThat(description(server, name, "Counts")).isEqualTo("By name. Live.");
        assertThat(description(server, name, "Counting")).isEqualTo("Whether it counts. At most 5 s old.");
        assertThat(description(server, name, "Undescribed")).isNotBlank();
        assertThat(server.getAttribute(name, "Counts")).isInstanceOf(TabularData.class);
        assertThat(description(server, new ObjectName("test:type=Plain"), "Name"))
                .isEqualTo("Its name. Live.");
    }

    private static String description(MBeanServer server, ObjectName name, String attribute) throws Exception {
        for (MBeanAttributeInfo info : server.getMBeanInfo(name).getAttributes()) {
            if (info.getName().equals(attribute)) {
                return info.getDescription();
            }
        }
        throw new AssertionError(attribute);
    }
}
