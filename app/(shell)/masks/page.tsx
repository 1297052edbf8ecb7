export { MasksScreen as default } from "@/components/masks/masks-screen";
