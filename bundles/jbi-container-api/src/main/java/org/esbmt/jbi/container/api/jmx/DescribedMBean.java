package org.esbmt.jbi.container.api.jmx;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;

/** An MBean or MXBean with the descriptions of its interface. */
public final class DescribedMBean<T> extends StandardMBean {
    private final Class<T> type;
    private final String description;

    /**
     * An MBean of that interface, which may be an MXBean interface.
     *
     * @param description of the whole MBean, a sentence
     */
    public DescribedMBean(T implementation, Class<T> type, String description) {
        super(implementation, type, JMX.isMXBeanInterface(type));
        this.type = type;
        this.description = requireNonNull(description, "description");
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return description;
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        String getter = (attribute.isIs() ? "is" : "get") + attribute.getName();
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(getter) && method.isAnnotationPresent(Described.class))
                .findFirst()
                .map(method -> method.getAnnotation(Described.class).value())
                .orElseGet(() -> super.getDescription(attribute));
    }
}
