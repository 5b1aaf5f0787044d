package org.esbmt.testing.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenMBeanInfoSupport;
import javax.management.openmbean.OpenMBeanOperationInfo;
import javax.management.openmbean.OpenMBeanOperationInfoSupport;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenMBeanParameterInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MBeanTextTest {
    private static final String SEEN = """
            mbean org.example:type=Shop
              -- Information on the management interface of the MBean
              attribute Count: long, read
                -- Count
              attribute Open: boolean, readwrite, is
                -- Open
              operation find(java.lang.String, int): javax.management.openmbean.CompositeData Goods, UNKNOWN
                -- find
                parameter p0: java.lang.String
                  -- p0
                parameter p1: int
                  -- p1
              type Goods
                item name: java.lang.String
                item tags: [Ljava.lang.String;
            """;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName name;

    @BeforeEach
    void name() throws Exception {
        name = new ObjectName("org.example:type=Shop");
    }

    @Test
    void everyMemberIsInTheTextOfAnMXBean() throws Exception {
        server.registerMBean(new Shop(), name);

        assertThat(MBeanText.of(server, new ObjectName("org.example:*"))).isEqualTo(SEEN);
    }

    @Test
    void anOpenMBeanOfTheSameMembersHasTheSameText() throws Exception {
        CompositeType goods = new CompositeType(
                "com.example.other.Goods",
                "Goods",
                new String[] {"tags", "name"},
                new String[] {"tags", "name"},
                new OpenType<?>[] {
                    javax.management.openmbean.ArrayType.getArrayType(SimpleType.STRING), SimpleType.STRING
                });
        server.registerMBean(
                new Described(new OpenMBeanInfoSupport(
                        "com.example.other.Shop",
                        "Information on the management interface of the MBean",
                        new OpenMBeanAttributeInfo[] {
                            new OpenMBeanAttributeInfoSupport("Open", "Open", SimpleType.BOOLEAN, true, true, true),
                            new OpenMBeanAttributeInfoSupport("Count", "Count", SimpleType.LONG, true, false, false)
                        },
                        null,
                        new OpenMBeanOperationInfo[] {
                            new OpenMBeanOperationInfoSupport(
                                    "find",
                                    "find",
                                    new OpenMBeanParameterInfo[] {
                                        new OpenMBeanParameterInfoSupport("p0", "p0", SimpleType.STRING),
                                        new OpenMBeanParameterInfoSupport("p1", "p1", SimpleType.INTEGER)
                                    },
                                    goods,
                                    MBeanOperationInfo.UNKNOWN)
                        },
                        null)),
                name);

        // An open MBean has the wrapper's name instead of the primitive's, and a client has to send that name.
        assertThat(MBeanText.of(server, name, name.getCanonicalName()))
                .isEqualTo(SEEN.replace(": long,", ": java.lang.Long,")
                        .replace(": boolean,", ": java.lang.Boolean,")
                        .replace(" int)", " java.lang.Integer)")
                        .replace(": int\n", ": java.lang.Integer\n"));
    }

    /** Two members of different types. */
    public interface ShopMXBean {
        long getCount();

        boolean isOpen();

        void setOpen(boolean open);

        Goods find(String name, int most);
    }

    /** Read by JMX. */
    public record Goods(String name, List<String> tags) {
        public String getName() {
            return name;
        }

        public String[] getTags() {
            return tags.toArray(String[]::new);
        }
    }

    /** Public, for JMX. */
    public static final class Shop implements ShopMXBean {
        @Override
        public long getCount() {
            return 0;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void setOpen(boolean open) {}

        @Override
        public Goods find(String name, int most) {
            return new Goods(name, List.of());
        }
    }

    private record Described(MBeanInfo info) implements DynamicMBean {
        @Override
        public MBeanInfo getMBeanInfo() {
            return info;
        }

        @Override
        public Object getAttribute(String attribute) {
            return Map.of();
        }

        @Override
        public void setAttribute(Attribute attribute) {}

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return attributes;
        }

        @Override
        public Object invoke(String actionName, Object[] params, String[] signature) {
            return Map.of();
        }
    }
}
