package org.esbmt.administration.jmx.internal.mbean;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ImmutableDescriptor;
import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.NotificationEmitter;
import javax.management.openmbean.OpenMBeanOperationInfoSupport;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.OpenMBeanParameterInfoSupport;
import javax.management.openmbean.OpenType;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Result.One;
import org.esbmt.administration.catalogue.Sent;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.catalogue.Word;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * MBeans out of the catalogue. They accept and return only open types, so a client needs no class of the bus. An operation that returns
 * has been committed. A refused operation throws {@link IllegalArgumentException} (INVALID, NOT_FOUND), {@link SecurityException}
 * (FORBIDDEN) or {@link IllegalStateException} (every other reason), each with the message {@code <REASON>: <sentence>}. Calls are made on
 * behalf of the connected administrator. Threads: any that may block.
 */
public final class CatalogueMBeans {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueMBeans.class);

    private CatalogueMBeans() {}

    /** Registers the MBean of a part. */
    public static Registered register(BusMBeans beans, PublishedMBean bean, Services services) throws JMException {
        checkServices(bean.part(), services);
        return beans.register(
                () -> new OpenMBean(
                        bean.description(), attributes(bean.part(), services), operations(bean.part(), services)),
                bean.objectName());
    }

    /** The MBean of a part that sends notifications. */
    public static OpenEmitter emitter(PublishedMBean bean, Services services, NotificationEmitter listeners) {
        checkServices(bean.part(), services);
        return new OpenEmitter(
                bean.description(), attributes(bean.part(), services), operations(bean.part(), services), listeners);
    }

    /**
     * Checks the services, so that a registration without one of them fails at its start and not at the first client's
     * call.
     */
    private static void checkServices(Part part, Services services) {
        if (!services.types().containsAll(Catalogue.services(part))) {
            throw new IllegalStateException(part + " needs " + names(Catalogue.services(part)));
        }
    }

    private static Set<String> names(Set<Class<?>> types) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<OpenMBean.Operation> operations(Part part, Services services) {
        return Catalogue.entries(part).stream()
                .filter(entry -> !PublishedNames.isAttributes(entry))
                .map(entry -> operation(entry, services))
                .toList();
    }

    private static <R> OpenMBean.Operation operation(Entry<R> entry, Services services) {
        OpenResult<R> result = OpenResult.of(entry.result());
        return new OpenMBean.Operation(info(entry, result), given -> {
            Sent sent = new JmxArguments(entry, given);
            return asked(by -> result.value().apply(entry.call(services, by, sent)));
        });
    }

    private static MBeanOperationInfo info(Entry<?> entry, OpenResult<?> result) {
        MBeanParameterInfo[] parameters = entry.words().stream()
                .map(word -> parameter(entry.part(), word))
                .toArray(MBeanParameterInfo[]::new);
        int impact = PublishedNames.impact(entry);
        if (isOpen(result.returned()) && Stream.of(parameters).allMatch(OpenMBeanParameterInfo.class::isInstance)) {
            return new OpenMBeanOperationInfoSupport(
                    entry.name(),
                    entry.sentence(),
                    Stream.of(parameters).toArray(OpenMBeanParameterInfo[]::new),
                    result.type(),
                    impact);
        }
        return new MBeanOperationInfo(
                entry.name(),
                entry.sentence(),
                parameters,
                result.returned().getName(),
                impact,
                descriptor(result.type()));
    }

    private static MBeanParameterInfo parameter(Part part, Word<?> word) {
        OpenType<?> type = OpenKinds.type(word.kind());
        Class<?> parameter = OpenKinds.parameter(word.kind());
        String sentence = PublishedNames.sentence(part, word);
        return isOpen(parameter)
                ? new OpenMBeanParameterInfoSupport(word.name(), sentence, type)
                : new MBeanParameterInfo(word.name(), parameter.getName(), sentence, descriptor(type));
    }

    /**
     * Tells whether a type is an open type. The descriptions of the package {@code openmbean} name wrappers, and not primitives or
     * arrays of these. Such types stand in the descriptor.
     */
    private static boolean isOpen(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return !element.isPrimitive();
    }

    private static ImmutableDescriptor descriptor(OpenType<?> type) {
        return new ImmutableDescriptor(new String[] {"openType"}, new Object[] {type});
    }

    private static List<OpenMBean.Read> attributes(Part part, Services services) {
        return Catalogue.entries(part).stream()
                .filter(PublishedNames::isAttributes)
                .flatMap(entry -> attributes(entry, services))
                .toList();
    }

    /** Returns an attribute for each field of the result. */
    private static <V> Stream<OpenMBean.Read> attributes(Entry<V> entry, Services services) {
        if (!(entry.result() instanceof One<V> one)) {
            throw new IllegalStateException(entry + " does not return one view");
        }
        OpenShape<V> shape = new OpenShape<>(one.shape());
        Supplier<V> view = () -> {
            Sent sent = new JmxArguments(entry, new Object[0]);
            return asked(by -> entry.call(services, by, sent));
        };
        return one.shape().fields().stream()
                .map(field -> new OpenMBean.Read(
                        PublishedNames.attribute(field.name()),
                        field.sentence(),
                        shape.type(field),
                        () -> shape.value(field, view.get())));
    }

    /** A call of the administration. */
    @FunctionalInterface
    private interface Question<T> {
        T by(Administrator administrator) throws AdministrationException;
    }

    private static <T> T asked(Question<T> question) {
        Administrator by = ConnectedAdministrator.get();
        try {
            return question.by(by);
        } catch (AdministrationException e) {
            throw Refusals.of(e);
        } catch (IllegalArgumentException e) {
            throw Refusals.of(Reason.INVALID, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("A JMX operation of {} failed.", by, e);
            throw Refusals.of(Reason.INTERNAL, "the bus failed; its log tells why");
        }
    }
}
