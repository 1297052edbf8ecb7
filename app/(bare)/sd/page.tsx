export { ImageFormScreen as default } from "@/components/images/images-screen";
